import type { DataSource } from 'typeorm';
import { dataSourceOptions, openDatabase } from '../database/data-source';
import { leaveCheckpoints } from '../database/embedded/embedded-options';
import { loadSettings } from '../settings/load-settings';
import { announceDatabase, requireDatabaseFile } from './named-database';

/** Runs `work` on the service's database, brought up to date, beside whatever else uses it. */
export async function withDatabase<T>(work: (dataSource: DataSource) => Promise<T>): Promise<T> {
  const { database } = loadSettings();
  announceDatabase(database);
  requireDatabaseFile(database);
  const dataSource = await openDatabase(dataSourceOptions(database));
  try {
    await leaveCheckpoints(dataSource);
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}
