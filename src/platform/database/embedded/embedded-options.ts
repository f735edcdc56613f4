import type { DataSource, DataSourceOptions } from 'typeorm';
import type { BetterSqlite3DataSourceOptions } from 'typeorm/driver/better-sqlite3/BetterSqlite3DataSourceOptions.js';
import type { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver.js';
import type { EmbeddedTarget } from '../../settings/database-url';
import { EmbeddedConnection } from './embedded-connection';
import { whileUnclaimed } from './file-claim';
import { serializeTransactions } from './serial-query-runner';

/** How long SQLite itself waits for another process while it opens the file; the event loop stands still. */
const OPEN_PATIENCE_MS = 5000;
/** And afterwards: `EmbeddedConnection` waits in its own way. */
const BUSY_TIMEOUT_MS = 20;

/**
 * Pages of the file that are kept in memory, in KiB. With SQLite's own 2 MB, checks of a million keys read most of their
 * pages anew: 0.63 of the throughput with ten thousand, instead of 0.81.
 */
const CACHE_KIB = 16_000;

/** Pages of the write-ahead log, of 4 KiB, from which on a command checkpoints it into the file; SQLite's own: 1000. */
const COMMAND_CHECKPOINT_PAGES = 16_000;

/** TypeORM options for a SQLite file in which a committed transaction survives a power cut. */
export function embeddedOptions(target: EmbeddedTarget) {
  return {
    type: 'better-sqlite3',
    database: target.file,
    driver: EmbeddedConnection,
    // The connection keeps its own prepared statements; a query runner here lives for one caller only.
    statementCacheSize: 0,
    prepareDatabase: (connection: EmbeddedConnection) => {
      connection.pragma(`busy_timeout = ${OPEN_PATIENCE_MS}`);
      connection.pragma('journal_mode = WAL');
      connection.pragma('synchronous = FULL');
      connection.pragma(`cache_size = -${CACHE_KIB}`);
      connection.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
    },
  } satisfies DataSourceOptions;
}

/** What has to be changed on TypeORM's SQLite driver before it is used. */
export function prepareEmbeddedDriver(dataSource: DataSource): void {
  const driver = dataSource.driver as BetterSqlite3Driver;
  serializeTransactions(driver);
  // INTEGER is SQLite's only self-numbering type, and it has 64 bits: a generated bigint is one there.
  const normalizeType = driver.normalizeType.bind(driver);
  driver.normalizeType = (column) =>
    'isGenerated' in column && column.isGenerated ? 'integer' : normalizeType(column);
}

/** The connection to the file; undefined when the database is a server. */
export function embeddedConnectionOf({ options, driver }: DataSource): EmbeddedConnection | undefined {
  if (options.type !== 'better-sqlite3') return undefined;
  return (driver as BetterSqlite3Driver).databaseConnection as EmbeddedConnection;
}

/**
 * Leaves the write-ahead log to the service, which folds it into the file long before a command would: while two
 * processes do so, SQLite before 3.51.3 can lose a commit (decision 032). Where no service runs, it is folded in at the end.
 */
export async function leaveCheckpoints(dataSource: DataSource): Promise<void> {
  const connection = embeddedConnectionOf(dataSource);
  if (!connection) return;
  connection.fold = (work) => whileUnclaimed((dataSource.options as BetterSqlite3DataSourceOptions).database, work);
  await dataSource.query(`PRAGMA wal_autocheckpoint = ${COMMAND_CHECKPOINT_PAGES}`);
}
