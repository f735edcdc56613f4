import type { PoolConnection } from 'mysql2';
import type { DataSource, EntityManager } from 'typeorm';
import { built } from '../support/built';
import { openBeside } from '../support/open-beside';
import { describeIf } from '../support/skipping';
import { createTestDatabase, onEmbedded, type TestDatabase } from '../support/test-database';

const { mysqlPoolsOf } = built(
  'platform/database/mysql-options',
) as typeof import('../../src/platform/database/mysql-options');
const { writeLate } = built('platform/database/write-all') as typeof import('../../src/platform/database/write-all');

const describeOnServers = describeIf(!onEmbedded(), 'needs a server');

describeOnServers('transactions of changes', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  const sent: string[] = [];
  const recorded = new WeakSet<PoolConnection>();

  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = await openBeside(database);
    await dataSource.query('CREATE TABLE written (id INT PRIMARY KEY)');
    mysqlPoolsOf(dataSource)!.others.pool.on('acquire', (connection) => record(connection));
  });
  beforeEach(() => dataSource.query('DELETE FROM written'));
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  function record(connection: PoolConnection): void {
    if (recorded.has(connection)) return;
    recorded.add(connection);
    const query = connection.query.bind(connection) as (sql: string | { sql: string }, ...rest: never[]) => never;
    connection.query = ((sql: string | { sql: string }, ...rest: never[]) => {
      sent.push(typeof sql === 'string' ? sql : sql.sql);
      return query(sql, ...rest);
    }) as typeof connection.query;
  }

  const INSERT = 'INSERT INTO written (id) VALUES (?)';
  const write = (transaction: EntityManager, id: number): Promise<unknown> => transaction.query(INSERT, [id]);
  const late = (transaction: EntityManager, ...ids: number[]): Promise<void> =>
    writeLate(
      transaction,
      ids.map((id) => ({ sql: INSERT, parameters: [id] })),
    );
  const ids = async (within: EntityManager | DataSource = dataSource): Promise<number[]> =>
    (await within.query<{ id: number }[]>('SELECT id FROM written ORDER BY id')).map(({ id }) => id);

  it('ask for the role of the server as they begin, and send what is written last with COMMIT', async () => {
    sent.length = 0;
    await dataSource.transaction(async (transaction) => {
      await write(transaction, 1);
      await late(transaction, 2, 3);
    });
    expect(sent).toEqual([
      'START TRANSACTION; SELECT @@global.read_only AS readOnly',
      INSERT,
      `${INSERT}; ${INSERT}; COMMIT`,
    ]);
    expect(await ids()).toEqual([1, 2, 3]);
  });

  it('are undone as a whole if what is written last fails', async () => {
    const failing = dataSource.transaction(async (transaction) => {
      await write(transaction, 1);
      await late(transaction, 2, 1, 3);
    });
    await expect(failing).rejects.toMatchObject({ driverError: { code: 'ER_DUP_ENTRY' } });
    expect(await ids()).toEqual([]);
  });

  it('see what they write last in their next statement, and are not committed without it', async () => {
    await dataSource.transaction(async (transaction) => {
      await late(transaction, 1);
      expect(await ids(transaction)).toEqual([1]);
    });
    const failing = dataSource.transaction(async (transaction) => {
      await late(transaction, 2, 1);
      await ids(transaction).catch(() => {});
      await write(transaction, 3);
    });
    await expect(failing).rejects.toMatchObject({ driverError: { code: 'ER_DUP_ENTRY' } });
    expect(await ids()).toEqual([1]);
  });

  it('keep what is written last to the savepoint that it belongs to', async () => {
    await dataSource.transaction(async (transaction) => {
      await late(transaction, 1);
      const inner = transaction.transaction(async (nested) => {
        await late(nested, 2);
        throw new Error('given up');
      });
      await expect(inner).rejects.toThrow('given up');
      await transaction.transaction((nested) => late(nested, 3));
    });
    expect(await ids()).toEqual([1, 3]);
  });

  it('leave nothing of a failed one to the next', async () => {
    for (let count = 0; count < 10; count++) {
      const failing = dataSource.transaction(async (transaction) => {
        await late(transaction, 1);
        throw new Error('given up');
      });
      await expect(failing).rejects.toThrow('given up');
    }
    await dataSource.query(INSERT, [2]);
    expect(await ids()).toEqual([2]);
  });
});
