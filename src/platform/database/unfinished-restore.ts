import type { DataSource } from 'typeorm';
import { keylinkCommand } from '../settings/keylink-command';
import { hasTable } from './has-table';

/** Exists during a restore on a server, where schema changes can't be part of a transaction. */
const NAME = 'unfinished_restore';

/** How far a restore has come. */
export interface RestoreProgress {
  /** Describes the backup. */
  readonly source: string;
  /** How many portions are in the database. */
  readonly portions: number;
  /** Chained hash of these portions: only the same backup can continue a restore. */
  readonly hash: string;
}

export class UnfinishedRestoreError extends Error {
  constructor({ source }: RestoreProgress) {
    super(
      `A restore into this database was not finished (${source}), so not all is there. Run the same "${keylinkCommand('restore')}" or "${keylinkCommand('move')}" again: it goes on where it was.`,
    );
    this.name = 'UnfinishedRestoreError';
  }
}

/** @returns undefined if no restore is under way */
export async function findUnfinishedRestore(dataSource: DataSource): Promise<RestoreProgress | undefined> {
  if (!(await hasTable(dataSource, NAME))) return undefined;
  const rows: RestoreProgress[] = await dataSource.query(`SELECT source, portions, hash FROM ${NAME}`);
  return rows.length === 0 ? { source: 'it had hardly begun', portions: 0, hash: '' } : rows[0];
}

/** From here on, no service starts on this database. */
export async function beginRestore(dataSource: DataSource, source: string): Promise<void> {
  await dataSource.query(
    `CREATE TABLE IF NOT EXISTS ${NAME} (id INT NOT NULL PRIMARY KEY, source VARCHAR(255) NOT NULL, portions INT NOT NULL, hash VARCHAR(64) NOT NULL)`,
  );
  await dataSource.query(`INSERT IGNORE INTO ${NAME} (id, source, portions, hash) VALUES (1, ?, 0, '')`, [source]);
}

/**
 * Stores the progress, as the first statement of the portion's transaction. @param query returns how many rows it
 * changed @returns false if the progress is not `before`: another restore fills the database too
 */
export async function noteRestore(
  query: (sql: string, parameters: (string | number)[]) => Promise<number>,
  before: RestoreProgress,
  { source, portions, hash }: RestoreProgress,
): Promise<boolean> {
  const sql = `UPDATE ${NAME} SET source = ?, portions = ?, hash = ? WHERE id = 1 AND portions = ? AND hash = ?`;
  return (await query(sql, [source, portions, hash, before.portions, before.hash])) > 0;
}

export async function endRestore(dataSource: DataSource): Promise<void> {
  await dataSource.query(`DROP TABLE ${NAME}`);
}
