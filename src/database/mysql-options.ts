import mysql, { type Connection, type PoolOptions } from 'mysql2';
import type { DataSourceOptions } from 'typeorm';
import type { MysqlTarget } from './database-url';

/** Connections that one instance of the service holds at most. */
const POOL_SIZE = 10;
const CONNECT_TIMEOUT_MS = 5000;

/** TypeORM options for MySQL and MariaDB. */
export function mysqlOptions(target: MysqlTarget) {
  return {
    type: 'mysql',
    driver: { ...mysql, createPool },
    host: target.host,
    port: target.port,
    username: target.user,
    password: target.password,
    database: target.database,
    ssl: target.ssl ? {} : undefined,
    charset: 'utf8mb4',
    // Integers past 2^53 come back as text instead of as another number.
    supportBigNumbers: true,
    bigNumberStrings: false,
    // The statements of a batch go to the server in one piece. All SQL is constant text with its values as parameters.
    multipleStatements: true,
    connectTimeout: CONNECT_TIMEOUT_MS,
    poolSize: POOL_SIZE,
  } satisfies DataSourceOptions;
}

/** A pool whose sessions all behave alike, whatever the server's own defaults are. */
function createPool(options: PoolOptions) {
  const pool = mysql.createPool(options);
  pool.on('connection', (connection) => prepareSession(connection));
  return pool;
}

/** These run before anything else on a connection: mysql2 keeps the order of its queries. */
function prepareSession(connection: Connection): void {
  // Fewer gap locks, so fewer deadlocks; no statement here relies on a repeatable read.
  connection.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED');
  // Whoever waits for a row longer than this has been answered 503 by then.
  connection.query('SET SESSION innodb_lock_wait_timeout = 1');
  // Strict, so that nothing is cut silently; and with backslash escapes, which mysql2's escaping relies on.
  connection.query("SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION'");
}
