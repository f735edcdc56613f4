import type { DataSource } from 'typeorm';
import { hasTable } from './schema-state';

const NAME = 'start_lock';

/** Asks first: a server refuses a user who may not create tables, whether there is anything to be created or not. */
export async function ensureStartLockTable(dataSource: DataSource): Promise<void> {
  if (await hasTable(dataSource, NAME)) return;
  await dataSource.query(
    `CREATE TABLE IF NOT EXISTS ${NAME} (id INT NOT NULL PRIMARY KEY, owner VARCHAR(36) NOT NULL, beat BIGINT NOT NULL)`,
  );
}
