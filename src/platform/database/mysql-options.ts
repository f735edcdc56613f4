import type { Pool, PoolOptions } from 'mysql2';
import type { DataSource, DataSourceOptions } from 'typeorm';
import type { MysqlDriver } from 'typeorm/driver/mysql/MysqlDriver.js';
import type { MysqlTarget } from '../settings/database-url';
import { mysqlDriver } from './drivers';
import { MysqlPool } from './mysql-pool';
import { MysqlServers } from './mysql-servers';
import { sslOptions } from './server-tls';

/** Connections that one instance of the service holds at most: of the batches, of long reads, and of everything else. */
const BATCH_CONNECTIONS = 4;
/** One for each reader (`Readers`), and one that is always free to tell whether the database answers. */
const READ_CONNECTIONS = 4;
const OTHER_CONNECTIONS = 6;
const CONNECT_TIMEOUT_MS = 2000;

/** An instance's connections. Checks and visits have some of their own, so that no crowd of creations or lists can hold them up. */
export interface MysqlPools {
  readonly servers: MysqlServers;
  readonly batches: MysqlPool;
  /** Of lists, searches and exports. */
  readonly reads: MysqlPool;
  /** TypeORM's own. */
  readonly others: MysqlPool;
}

const known = new WeakMap<Pool, MysqlPools>();

/** TypeORM options for MySQL, MariaDB and clusters of them. */
export function mysqlOptions(target: MysqlTarget) {
  return {
    type: 'mysql',
    driver: { ...mysqlDriver(), createPool: (options: PoolOptions) => createPools(options, target) },
    username: target.user,
    password: target.password,
    database: target.database,
    ssl: target.tls && sslOptions(target.tls),
    charset: 'utf8mb4',
    // Integers past 2^53 come back as text instead of as another number.
    supportBigNumbers: true,
    bigNumberStrings: false,
    // The statements of a batch go to the server in one piece. All SQL is constant text with its values as parameters.
    multipleStatements: true,
    connectTimeout: CONNECT_TIMEOUT_MS,
    poolSize: OTHER_CONNECTIONS,
  } satisfies DataSourceOptions;
}

/** The pools behind a data source; undefined on the embedded database, which has none. */
export function mysqlPoolsOf(dataSource: DataSource): MysqlPools | undefined {
  return known.get((dataSource.driver as MysqlDriver).pool as Pool);
}

function createPools(options: PoolOptions, target: MysqlTarget): Pool {
  const servers = new MysqlServers(target.servers);
  const others = new MysqlPool(options, servers, true);
  // Batches ask together with what they read.
  const batches = new MysqlPool({ ...options, connectionLimit: BATCH_CONNECTIONS }, servers, false);
  const reads = new MysqlPool({ ...options, connectionLimit: READ_CONNECTIONS }, servers, true);
  known.set(others.pool, { servers, batches, reads, others });
  // Ending TypeORM's pool ends all of them.
  const end = others.pool.end.bind(others.pool);
  others.pool.end = (done) =>
    batches.pool.end((error) =>
      error ? done?.(error) : reads.pool.end((error) => (error ? done?.(error) : end(done))),
    );
  return others.pool;
}
