import type { DataSource } from 'typeorm';
import { connectDatabase, openCurrentDatabase, openDatabase } from '../platform/database/data-source';
import { databaseOptions } from '../schema';
import type { DatabaseTarget } from '../platform/settings/database-url';
import { leaveCheckpoints } from '../platform/database/embedded/embedded-options';
import { keepPrivate } from '../platform/database/embedded/private-files';
import { explainStart } from '../platform/database/explain-start';
import { loadSettings } from '../platform/settings/load-settings';
import { announceDatabase, requireDatabaseFile } from './named-database';
import { tell } from './output';

type Work<T> = (dataSource: DataSource) => Promise<T>;

/** Runs `work` on the service's database, brought up to date as a start would, beside whatever else uses it. */
export async function withDatabase<T>(work: Work<T>): Promise<T> {
  const { database, autoMigrate } = loadSettings();
  announceDatabase(database);
  requireDatabaseFile(database);
  return run(database, autoMigrate ? openDatabase : openCurrentDatabase, work);
}

/**
 * Runs `work`, which only reads, on the service's database as it is.
 * @throws {SchemaBehindError} when migrations are pending
 */
export async function readDatabase<T>(work: Work<T>): Promise<T> {
  const { database } = loadSettings();
  announceDatabase(database);
  requireDatabaseFile(database);
  return run(database, openCurrentDatabase, work);
}

/** Runs `work` on the database as it is, even one that is to be made yet, and without deadlines: an index takes its time. */
export function withAnyDatabase<T>(work: Work<T>): Promise<T> {
  const { database } = loadSettings();
  announceDatabase(database);
  return run(database, (options) => connectDatabase(options, false), work);
}

async function run<T>(target: DatabaseTarget, open: typeof openDatabase, work: Work<T>): Promise<T> {
  if (target.engine === 'embedded') keepPrivate(target.file, tell);
  const dataSource = await open(databaseOptions(target)).catch((error: unknown) => {
    throw explainStart(error, target);
  });
  try {
    await leaveCheckpoints(dataSource);
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}
