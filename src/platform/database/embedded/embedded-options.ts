import type { DataSource, DataSourceOptions } from 'typeorm';
import type { BetterSqlite3DataSourceOptions } from 'typeorm/driver/better-sqlite3/BetterSqlite3DataSourceOptions.js';
import type { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver.js';
import type { EmbeddedTarget } from '../../settings/database-url';
import { EmbeddedConnection } from './embedded-connection';
import { whileUnclaimed } from './file-claim';
import { serializeTransactions } from './serial-query-runner';

/** For opening the file; SQLite blocks the event loop meanwhile. */
const OPEN_PATIENCE_MS = 5000;
const BUSY_TIMEOUT_MS = 20;

/** SQLite's page cache. Its default of 2 MB slows checks of a million keys by a fifth. */
const CACHE_KIB = 16_000;

/** Write-ahead log size at which a command checkpoints, in pages of 4 KiB; SQLite's default is 1000. */
const COMMAND_CHECKPOINT_PAGES = 16_000;

export function embeddedOptions(target: EmbeddedTarget) {
  return {
    type: 'better-sqlite3',
    database: target.file,
    driver: EmbeddedConnection,
    // The connection caches statements itself; a query runner lives for one caller only.
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

export function prepareEmbeddedDriver(dataSource: DataSource): void {
  const driver = dataSource.driver as BetterSqlite3Driver;
  serializeTransactions(driver);
  // In SQLite only INTEGER numbers itself; it has 64 bits.
  const normalizeType = driver.normalizeType.bind(driver);
  driver.normalizeType = (column) =>
    'isGenerated' in column && column.isGenerated ? 'integer' : normalizeType(column);
}

export function embeddedConnectionOf({ options, driver }: DataSource): EmbeddedConnection | undefined {
  if (options.type !== 'better-sqlite3') return undefined;
  return (driver as BetterSqlite3Driver).databaseConnection as EmbeddedConnection;
}

/**
 * Leaves checkpoints to the service. Two processes that checkpoint can lose a commit before SQLite 3.51.3
 * (decision 003). Without a running service, the log is folded in at the end.
 */
export async function leaveCheckpoints(dataSource: DataSource): Promise<void> {
  const connection = embeddedConnectionOf(dataSource);
  if (!connection) return;
  connection.fold = (work) => whileUnclaimed((dataSource.options as BetterSqlite3DataSourceOptions).database, work);
  await dataSource.query(`PRAGMA wal_autocheckpoint = ${COMMAND_CHECKPOINT_PAGES}`);
}
