import type { EntityManager } from 'typeorm';
import { marks } from './statement-runner';

/** A power of two, and small: an insert blocks the event loop on the embedded database. */
export const ROWS_A_STATEMENT = 128;

/** Column names to values; all rows of a statement have the same columns. */
export type NewRow = Readonly<Record<string, string | number | Buffer | null>>;

/** Ids ascend in the order given. Statement sizes are powers of two, so that few statements need preparing. */
export async function insertRows(manager: EntityManager, table: string, rows: readonly NewRow[]): Promise<void> {
  for (let first = 0; first < rows.length;) {
    const size = Math.min(ROWS_A_STATEMENT, 2 ** Math.floor(Math.log2(rows.length - first)));
    await insertPart(manager, table, rows.slice(first, first + size));
    first += size;
  }
}

async function insertPart(manager: EntityManager, table: string, rows: readonly NewRow[]): Promise<void> {
  const columns = Object.keys(rows[0]);
  const places = `(${marks(columns)})`;
  await manager.query(
    `INSERT INTO ${table} (${columns.map((column) => `\`${column}\``).join(', ')}) VALUES ${rows.map(() => places).join(', ')}`,
    rows.flatMap((row) => columns.map((column) => row[column])),
  );
}
