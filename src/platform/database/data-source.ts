import { AbstractLogger, DataSource, type DataSourceOptions } from 'typeorm';
import type { DatabaseTarget } from '../settings/database-url';
import { embeddedOptions, prepareEmbeddedDriver } from './embedded/embedded-options';
import { mysqlOptions, mysqlPoolsOf } from './mysql-options';
import { migrate } from './migrating/migrate';
import { requireSchema } from './schema-state';

export type Schema = Required<Pick<DataSourceOptions, 'entities' | 'migrations'>>;

/** Standard output belongs to the log or a command's result. Failed migrations are thrown anyway. */
class SilentLogger extends AbstractLogger {
  protected writeLog(): void {}
}

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

/** Connects without changing the schema. */
export async function connectDatabase(options: DataSourceOptions, hasDeadlines = true): Promise<DataSource> {
  const dataSource = new DataSource(options);
  if (options.type === 'better-sqlite3') prepareEmbeddedDriver(dataSource);
  await dataSource.initialize();
  setDeadlines(dataSource, hasDeadlines);
  return dataSource;
}

/** Connects and migrates; several instances may do so at once. @throws {SchemaAheadError} */
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

/** Connects if the schema is up to date. @throws {SchemaBehindError | SchemaAheadError} */
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

/** Whether slow statements are given up. No effect on the embedded database. */
export function setDeadlines(dataSource: DataSource, hasDeadlines: boolean): void {
  const pools = mysqlPoolsOf(dataSource);
  for (const pool of pools ? [pools.batches, pools.reads, pools.others] : []) pool.hasDeadlines = hasDeadlines;
}
