import { AbstractLogger, DataSource, type DataSourceOptions } from 'typeorm';
import type { DatabaseTarget } from '../settings/database-url';
import { embeddedOptions, prepareEmbeddedDriver } from './embedded/embedded-options';
import { mysqlOptions, mysqlPoolsOf } from './mysql-options';
import { migrate } from './migrating/migrate';
import { requireSchema } from './schema-state';

/** The tables: what they look like, and how they came to do so. Oldest migrations first. */
export type Schema = Required<Pick<DataSourceOptions, 'entities' | 'migrations'>>;

/** Standard output is the log's, or a command's result: TypeORM would write failed migrations there, which are thrown anyway. */
class SilentLogger extends AbstractLogger {
  protected writeLog(): void {}
}

/** How to connect to a database; one schema for both kinds of it. */
export function dataSourceOptions(target: DatabaseTarget, schema: Schema): DataSourceOptions {
  return {
    ...(target.engine === 'embedded' ? embeddedOptions(target) : mysqlOptions(target)),
    ...schema,
    migrationsTableName: 'schema_migrations',
    synchronize: false,
    logging: false,
    logger: new SilentLogger(),
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

/**
 * Connects and brings the schema up to date; several instances may do so at once.
 * @param tell is told what a migration waits for; by default nobody
 * @throws {SchemaAheadError}
 */
export async function openDatabase(
  options: DataSourceOptions,
  tell: (message: string) => void = () => undefined,
): Promise<DataSource> {
  const dataSource = await connectDatabase(options, false);
  try {
    await migrate(dataSource, tell);
    setDeadlines(dataSource, true);
    return dataSource;
  } catch (error) {
    await dataSource.destroy();
    throw error;
  }
}

/**
 * Connects to a database whose schema is up to date already.
 * @throws {SchemaBehindError | SchemaAheadError}
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
