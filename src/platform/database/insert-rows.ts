import type { EntityManager } from 'typeorm';
import { marks } from './statement-runner';
import { writeAll } from './write-all';

/** A power of two, and small: an insert blocks the event loop on the embedded database. */
export const ROWS_A_STATEMENT = 128;

type Value = string | number | Buffer | null;

/** Column names to values; all rows of a statement have the same columns. */
export type NewRow<V extends Value = Value> = Readonly<Record<string, V>>;

/** Ids ascend in the order given. */
export function insertRows(manager: EntityManager, table: string, rows: readonly NewRow[]): Promise<void> {
  return writeAll(manager, insertions(table, rows));
}

/** The statements of `insertRows`. Their sizes are powers of two, so that few statements need preparing. */
export function insertions<V extends Value>(
  table: string,
  rows: readonly NewRow<V>[],
): { readonly sql: string; readonly parameters: V[] }[] {
  const statements = [];
  for (let first = 0; first < rows.length;) {
    const size = Math.min(ROWS_A_STATEMENT, 2 ** Math.floor(Math.log2(rows.length - first)));
    statements.push(insertion(table, rows.slice(first, first + size)));
    first += size;
  }
  return statements;
}

function insertion<V extends Value>(table: string, rows: readonly NewRow<V>[]) {
  const columns = Object.keys(rows[0]);
  const places = `(${marks(columns)})`;
  const sql = `INSERT INTO ${table} (${columns.map((column) => `\`${column}\``).join(', ')}) VALUES ${rows.map(() => places).join(', ')}`;
  const parameters: V[] = [];
  for (const row of rows) for (const column of columns) parameters.push(row[column]);
  return { sql, parameters };
}
