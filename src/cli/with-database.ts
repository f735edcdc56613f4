import type { DataSource } from 'typeorm';
import { dataSourceOptions, openCurrentDatabase, openDatabase } from '../database/data-source';
import { leaveCheckpoints } from '../database/embedded/embedded-options';
import { loadSettings } from '../settings/load-settings';
import { announceDatabase, requireDatabaseFile } from './named-database';

type Work<T> = (dataSource: DataSource) => Promise<T>;

/** Runs `work` on the service's database, brought up to date as a start would, beside whatever else uses it. */
export async function withDatabase<T>(work: Work<T>): Promise<T> {
  const { database, autoMigrate } = loadSettings();
  announceDatabase(database);
  requireDatabaseFile(database);
  const options = dataSourceOptions(database);
  return run(await (autoMigrate ? openDatabase(options) : openCurrentDatabase(options)), work);
}

/**
 * Runs `work`, which only reads, on the service's database as it is.
 * @throws {SchemaBehindError} when migrations are pending
 */
export async function readDatabase<T>(work: Work<T>): Promise<T> {
  const { database } = loadSettings();
  announceDatabase(database);
  requireDatabaseFile(database);
  return run(await openCurrentDatabase(dataSourceOptions(database)), work);
}

async function run<T>(dataSource: DataSource, work: Work<T>): Promise<T> {
  try {
    await leaveCheckpoints(dataSource);
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}
