import { DataSource, type DataSourceOptions } from 'typeorm';
import type { DatabaseTarget } from '../settings/database-url';
import { embeddedOptions, prepareEmbeddedDriver } from './embedded/embedded-options';
import { mysqlOptions, mysqlPoolsOf } from './mysql-options';
import { requireSchema } from './schema-state';
import { StartLock } from './start-lock';

/** The tables: what they look like, and how they came to do so. Oldest migrations first. */
export type Schema = Required<Pick<DataSourceOptions, 'entities' | 'migrations'>>;

/** How to connect to a database; one schema for both kinds of it. */
export function dataSourceOptions(target: DatabaseTarget, schema: Schema): DataSourceOptions {
  return {
    ...(target.engine === 'embedded' ? embeddedOptions(target) : mysqlOptions(target)),
    ...schema,
    migrationsTableName: 'schema_migrations',
    synchronize: false,
    logging: false,
  };
}

/**
 * Connects, and leaves the schema as it is.
 * @param hasDeadlines whether a statement that takes longer than a client would wait is given up
 */
export async function connectDatabase(options: DataSourceOptions, hasDeadlines = true): Promise<DataSource> {
  const dataSource = new DataSource(options);
  if (options.type === 'better-sqlite3') prepareEmbeddedDriver(dataSource);
  await dataSource.initialize();
  setDeadlines(dataSource, hasDeadlines);
  return dataSource;
}

/** Connects and brings the schema up to date; several instances may do so at once. */
export async function openDatabase(options: DataSourceOptions): Promise<DataSource> {
  const dataSource = await connectDatabase(options, false);
  try {
    await migrate(dataSource);
    setDeadlines(dataSource, true);
    return dataSource;
  } catch (error) {
    await dataSource.destroy();
    throw error;
  }
}

/**
 * Brings the schema up to date, under the start lock.
 * @param dataSource one without deadlines: an index on a large table takes its time
 * @returns the names of the migrations that were made
 */
export async function migrate(dataSource: DataSource): Promise<string[]> {
  const made = await new StartLock(dataSource).hold(() => dataSource.runMigrations());
  return made.map(({ name }) => name);
}

/**
 * Connects to a database whose schema is up to date already.
 * @throws {SchemaBehindError}
 */
export async function openCurrentDatabase(options: DataSourceOptions): Promise<DataSource> {
  const dataSource = await connectDatabase(options);
  try {
    await requireSchema(dataSource);
    return dataSource;
  } catch (error) {
    await dataSource.destroy();
    throw error;
  }
}

/** Whether a statement that takes longer than a client would wait is given up; the embedded database knows no such. */
export function setDeadlines(dataSource: DataSource, hasDeadlines: boolean): void {
  const pools = mysqlPoolsOf(dataSource);
  for (const pool of pools ? [pools.batches, pools.reads, pools.others] : []) pool.hasDeadlines = hasDeadlines;
}
