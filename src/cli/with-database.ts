import type { DataSource } from 'typeorm';
import { dataSourceOptions, openCurrentDatabase, openDatabase } from '../database/data-source';
import type { DatabaseTarget } from '../database/database-url';
import { leaveCheckpoints } from '../database/embedded/embedded-options';
import { keepPrivate } from '../database/embedded/private-files';
import { explainStart } from '../database/explain-start';
import { loadSettings } from '../settings/load-settings';
import { announceDatabase, requireDatabaseFile } from './named-database';
import { tell } from './output';

type Work<T> = (dataSource: DataSource) => Promise<T>;

/** Runs `work` on the service's database, brought up to date as a start would, beside whatever else uses it. */
export async function withDatabase<T>(work: Work<T>): Promise<T> {
  const { database, autoMigrate } = loadSettings();
  return run(database, autoMigrate ? openDatabase : openCurrentDatabase, work);
}

/**
 * Runs `work`, which only reads, on the service's database as it is.
 * @throws {SchemaBehindError} when migrations are pending
 */
export async function readDatabase<T>(work: Work<T>): Promise<T> {
  return run(loadSettings().database, openCurrentDatabase, work);
}

async function run<T>(target: DatabaseTarget, open: typeof openDatabase, work: Work<T>): Promise<T> {
  announceDatabase(target);
  requireDatabaseFile(target);
  if (target.engine === 'embedded') keepPrivate(target.file, tell);
  const dataSource = await open(dataSourceOptions(target)).catch((error: unknown) => {
    throw explainStart(error, target);
  });
  try {
    await leaveCheckpoints(dataSource);
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}
