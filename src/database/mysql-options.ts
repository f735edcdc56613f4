import mysql, { type Pool, type PoolOptions } from 'mysql2';
import type { DataSource, DataSourceOptions } from 'typeorm';
import type { MysqlDriver } from 'typeorm/driver/mysql/MysqlDriver.js';
import type { MysqlTarget } from './database-url';
import { MysqlPool } from './mysql-pool';

/** Connections that one instance of the service holds at most. */
const POOL_SIZE = 10;
const CONNECT_TIMEOUT_MS = 2000;

const pools = new WeakMap<Pool, MysqlPool>();

/** TypeORM options for MySQL, MariaDB and clusters of them. */
export function mysqlOptions(target: MysqlTarget) {
  return {
    type: 'mysql',
    driver: { ...mysql, createPool: (options: PoolOptions) => createPool(options, target) },
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

/** The pool behind a data source; undefined on the embedded database, which has none. */
export function mysqlPoolOf(dataSource: DataSource): MysqlPool | undefined {
  return pools.get((dataSource.driver as MysqlDriver).pool as Pool);
}

function createPool(options: PoolOptions, { servers }: MysqlTarget): Pool {
  const made = new MysqlPool(options, servers);
  pools.set(made.pool, made);
  return made.pool;
}
