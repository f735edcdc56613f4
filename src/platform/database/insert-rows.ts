import type { EntityManager } from 'typeorm';
import { marks } from './statement-runner';

/** Rows that one statement inserts at most, a power of two: while it runs, the embedded database holds up the event loop. */
export const ROWS_A_STATEMENT = 128;

/** A row by the names of its columns; every row of a statement has the same. */
export type NewRow = Readonly<Record<string, string | number | Buffer | null>>;

/**
 * Inserts rows. Both databases number them upwards in the order given; by which steps is the server's business. The
 * numbers of rows a statement are powers of two, so that there are few statements to be prepared and kept.
 */
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
