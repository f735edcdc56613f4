import type { Pool, PoolOptions } from 'mysql2';
import type { DataSource, DataSourceOptions } from 'typeorm';
import type { MysqlDriver } from 'typeorm/driver/mysql/MysqlDriver.js';
import type { MysqlTarget } from '../settings/database-url';
import { mysqlDriver } from './drivers';
import { MysqlPool } from './mysql-pool';
import { MysqlServers } from './mysql-servers';
import { sslOptions } from './server-tls';

const BATCH_CONNECTIONS = 4;
/** One for each reader (`Readers`), and one for health checks. */
const READ_CONNECTIONS = 4;
const OTHER_CONNECTIONS = 6;
const CONNECT_TIMEOUT_MS = 2000;

/** Checks and visits have their own connections, so that creations and lists can't hold them up. */
export interface MysqlPools {
  readonly servers: MysqlServers;
  readonly batches: MysqlPool;
  readonly reads: MysqlPool;
  readonly others: MysqlPool;
}

const known = new WeakMap<Pool, MysqlPools>();

export function mysqlOptions(target: MysqlTarget) {
  return {
    type: 'mysql',
    driver: { ...mysqlDriver(), createPool: (options: PoolOptions) => createPools(options, target) },
    username: target.user,
    password: target.password,
    database: target.database,
    ssl: target.tls && sslOptions(target.tls),
    charset: 'utf8mb4',
    // Integers past 2^53 come back as text, not rounded.
    supportBigNumbers: true,
    bigNumberStrings: false,
    // A batch is sent in one packet. All SQL is constant text; values are parameters.
    multipleStatements: true,
    // mysql2 would record a stack for each statement: a tenth of what a change costs.
    trace: false,
    connectTimeout: CONNECT_TIMEOUT_MS,
    poolSize: OTHER_CONNECTIONS,
  } satisfies DataSourceOptions;
}

export function mysqlPoolsOf(dataSource: DataSource): MysqlPools | undefined {
  return known.get((dataSource.driver as MysqlDriver).pool as Pool);
}

function createPools(options: PoolOptions, target: MysqlTarget): Pool {
  const servers = new MysqlServers(target.servers);
  const others = new MysqlPool(options, servers, true);
  // These check the role together with their reads.
  const batches = new MysqlPool({ ...options, connectionLimit: BATCH_CONNECTIONS }, servers, false);
  const reads = new MysqlPool({ ...options, connectionLimit: READ_CONNECTIONS }, servers, false);
  known.set(others.pool, { servers, batches, reads, others });
  // Ending TypeORM's pool ends all three.
  const end = others.pool.end.bind(others.pool);
  others.pool.end = (done) =>
    batches.pool.end((error) =>
      error ? done?.(error) : reads.pool.end((error) => (error ? done?.(error) : end(done))),
    );
  return others.pool;
}
