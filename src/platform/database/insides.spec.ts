import { PassThrough } from 'node:stream';
import Libsql from 'libsql';
import mysql, { type PoolConnection } from 'mysql2';
import { DataSource } from 'typeorm';
import type { BetterSqlite3QueryRunner } from 'typeorm/driver/better-sqlite3/BetterSqlite3QueryRunner.js';
import { kept } from '../../../test/support/kept';

/* Undocumented parts of the database drivers that keylink uses. src/insides.spec.ts covers the other packages. */

type Insides = Record<string, unknown>;
const insidesOf = (value: unknown): Insides => value as Insides;

describe('mysql2', () => {
  const connection = () => {
    const created = mysql.createConnection({ stream: () => new PassThrough(), connectTimeout: 0 });
    created.on('error', () => {});
    return created as unknown as PoolConnection;
  };

  it('has a connection tell its configuration and its stream', () => {
    const { config, stream } = insidesOf(connection());
    expect(
      kept(
        typeof config === 'object' && stream instanceof PassThrough,
        'database/mysql-pool.ts can no longer cut a connection off, or tell to which server it leads.',
      ),
    ).toBe('kept');
  });

  it('asks for the stream of each connection of a pool, with that connection, and counts them', async () => {
    const asked: unknown[] = [];
    const pool = mysql.createPool({
      connectTimeout: 0,
      stream: (options: unknown) => {
        asked.push(insidesOf(options)['config']);
        return new PassThrough();
      },
    });
    pool.getConnection(() => {});
    const [all] = [insidesOf(pool)['_allConnections'] as { length: number; get(index: number): unknown }];
    expect(kept(all?.length === 1, 'database/mysql-pool.ts can no longer count connections for the metrics.')).toBe(
      'kept',
    );
    expect(
      kept(
        typeof (insidesOf(pool)['_freeConnections'] as { length: number }).length === 'number',
        'database/mysql-pool.ts can no longer count free connections for the metrics.',
      ),
    ).toBe('kept');
    expect(
      kept(
        asked.length === 1 && insidesOf(all.get(0))['config'] === asked[0],
        'database/mysql-pool.ts can no longer choose the server of a connection: fail-over would be none.',
      ),
    ).toBe('kept');
  });

  it('asks its pool again, for the same caller, when a connection breaks for which somebody is queued', async () => {
    const pool = mysql.createPool({ connectionLimit: 1, connectTimeout: 0, stream: () => new PassThrough() });
    const { _allConnections: all } = insidesOf(pool) as { _allConnections: { get(index: number): PoolConnection } };
    const queued = () => {};
    pool.getConnection(() => {});
    pool.getConnection(queued);
    const asked = jest.spyOn(pool, 'getConnection').mockImplementation(() => {});
    all.get(0).destroy();
    await new Promise((resolve) => setImmediate(resolve));
    expect(
      kept(
        asked.mock.calls.length === 1 && asked.mock.calls[0][0] === queued,
        'database/mysql-pool.ts no longer knows such a caller again: it would wait twice, in two queues.',
      ),
    ).toBe('kept');
  });
});

describe('TypeORM', () => {
  const source = () =>
    new DataSource({ type: 'better-sqlite3', database: ':memory:', driver: Libsql, logging: false }).initialize();

  it('begins, commits and rolls back by statements of exactly these words, and counts how deep it is', async () => {
    const dataSource = await source();
    const runner = dataSource.createQueryRunner() as BetterSqlite3QueryRunner;
    const said: string[] = [];
    const query = runner.query.bind(runner);
    runner.query = (sql: string, ...rest: never[]) => (said.push(sql), query(sql, ...rest));
    await runner.startTransaction();
    const depth = insidesOf(runner)['transactionDepth'];
    await runner.commitTransaction();
    await runner.startTransaction();
    await runner.rollbackTransaction();
    await dataSource.destroy();
    expect(
      kept(
        said.join() === 'BEGIN TRANSACTION,COMMIT,BEGIN TRANSACTION,ROLLBACK' && depth === 1,
        `embedded/serial-query-runner.ts would not see a transaction begin or end: TypeORM says ${said.join(', ')}.`,
      ),
    ).toBe('kept');
  });

  it('asks its SQLite driver for query runners and for the type of a column, and for its one connection', async () => {
    const dataSource = await source();
    const { driver } = dataSource;
    let isAsked = false;
    const create = driver.createQueryRunner.bind(driver);
    driver.createQueryRunner = (mode) => ((isAsked = true), create(mode));
    await dataSource.query('SELECT 1');
    const { normalizeType, databaseConnection } = insidesOf(driver);
    await dataSource.destroy();
    expect(
      kept(isAsked, 'embedded/serial-query-runner.ts no longer gives each caller a query runner of its own.'),
    ).toBe('kept');
    expect(
      kept(
        typeof normalizeType === 'function',
        'embedded/embedded-options.ts no longer has numbered columns of 64 bits.',
      ),
    ).toBe('kept');
    expect(
      kept(
        databaseConnection instanceof Libsql,
        'embedded/embedded-statement-runner.ts no longer finds the connection.',
      ),
    ).toBe('kept');
  });
});

describe('libsql', () => {
  it('knows raw rows, safe integers, and whether a transaction is open', () => {
    const database = new Libsql(':memory:');
    const statement = database.prepare('SELECT 9007199254740993 AS n');
    statement.safeIntegers(true);
    statement.raw(true);
    const rows = statement.all([]) as unknown[][];
    database.exec('BEGIN');
    const { inTransaction } = database;
    database.close();
    expect(
      kept(rows[0]?.[0] === 9007199254740993n, 'embedded/embedded-connection.ts would round integers past 2^53.'),
    ).toBe('kept');
    expect(
      kept(inTransaction, 'embedded/embedded-connection.ts can no longer tell whether a transaction is open.'),
    ).toBe('kept');
  });
});
