import { existsSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Libsql from 'libsql';
import { DataSource, type EntityManager } from 'typeorm';
import { claimFile } from './file-claim';
import { embeddedOptions, leaveCheckpoints, prepareEmbeddedDriver } from './embedded-options';

let folder: string;
let dataSource: DataSource;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keylink-unit-'));
  dataSource = new DataSource(embeddedOptions({ engine: 'embedded', file: join(folder, 'test.db') }));
  prepareEmbeddedDriver(dataSource);
  await dataSource.initialize();
  await dataSource.query('CREATE TABLE item (id INTEGER PRIMARY KEY, value BIGINT NOT NULL, text VARCHAR(10) UNIQUE)');
});
afterEach(async () => {
  await dataSource.destroy();
  rmSync(folder, { recursive: true, force: true });
});

const rows = async () => (await dataSource.query('SELECT id FROM item ORDER BY id')) as { id: number }[];

describe('transactions on the embedded database', () => {
  it('keep what others committed when one rolls back', async () => {
    const outcomes = await Promise.allSettled(
      [1, 2, 3, 4, 5].map((id) =>
        dataSource.transaction(async (manager) => {
          await manager.query('INSERT INTO item (id, value) VALUES (?, 0)', [id]);
          await new Promise(setImmediate);
          if (id === 1) throw new Error('roll back');
        }),
      ),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', ...Array(4).fill('fulfilled')]);
    expect(await rows()).toEqual([2, 3, 4, 5].map((id) => ({ id })));
  });

  it('keep statements of others out', async () => {
    const transaction = dataSource.transaction(async (manager) => {
      await manager.query('INSERT INTO item (id, value) VALUES (1, 0)');
      await new Promise(setImmediate);
      throw new Error('roll back');
    });
    const outside = dataSource.query('INSERT INTO item (id, value) VALUES (2, 0)');
    await expect(transaction).rejects.toThrow('roll back');
    await outside;
    expect(await rows()).toEqual([{ id: 2 }]);
  });

  it('give way after a statement failed', async () => {
    const duplicate = () =>
      dataSource.transaction(async (manager) => {
        await manager.query("INSERT INTO item (id, value, text) VALUES (1, 0, 'a')");
        await manager.query("INSERT INTO item (id, value, text) VALUES (2, 0, 'a')");
      });
    await expect(duplicate()).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT_UNIQUE' });
    expect(await rows()).toEqual([]);
  });
});

describe('many transactions in a row', () => {
  it('leave the event loop its turns', async () => {
    let turns = 0;
    let counting = true;
    const count = () => {
      turns++;
      if (counting) setImmediate(count);
    };
    count();
    const busy = (manager: EntityManager) => {
      const end = performance.now() + 3;
      while (performance.now() < end);
      return manager.query('SELECT 1');
    };
    await Promise.all(Array.from({ length: 40 }, () => dataSource.transaction(busy)));
    counting = false;
    expect(turns).toBeGreaterThan(10);
  });
});

describe('another process that writes', () => {
  const write = (id: number) => dataSource.query('INSERT INTO item (id, value) VALUES (?, 0)', [id]);
  let other: Libsql.Database;

  beforeEach(() => {
    other = new Libsql(join(folder, 'test.db'));
    other.exec('BEGIN IMMEDIATE');
  });
  afterEach(() => other.close());

  it('is waited for without holding up the event loop', async () => {
    const turns = jest.fn();
    const timer = setInterval(turns, 5);
    const written = write(1);
    setTimeout(() => other.exec('ROLLBACK'), 200);
    await written;
    clearInterval(timer);
    expect(turns.mock.calls.length).toBeGreaterThan(3);
    expect(other.prepare('SELECT id FROM item').all()).toMatchObject([{ id: 1 }]);
  });

  it('fails a write when it keeps the lock, and what is written afterwards is on disk', async () => {
    await expect(write(1)).rejects.toMatchObject({ code: 'SQLITE_BUSY' });
    await expect(dataSource.transaction((manager) => manager.query('DELETE FROM item'))).rejects.toMatchObject({
      code: 'SQLITE_BUSY',
    });
    other.exec('ROLLBACK');
    await write(2);
    await dataSource.transaction((manager) => manager.query('INSERT INTO item (id, value) VALUES (3, 0)'));
    expect(other.prepare('SELECT id FROM item ORDER BY id').all()).toMatchObject([{ id: 2 }, { id: 3 }]);
  });
});

describe('after a flush that failed', () => {
  const exec = Object.getOwnPropertyDescriptor(Libsql.prototype, 'exec')!.value as Libsql.Database['exec'];
  const insert = (text: string) => dataSource.query('INSERT INTO item (value, text) VALUES (0, ?)', [text]);
  const texts = async () =>
    (await dataSource.query<{ text: string }[]>('SELECT text FROM item ORDER BY id')).map(({ text }) => text);
  const pragma = async (name: string) =>
    Object.values((await dataSource.query<[object]>(`PRAGMA ${name}`))[0])[0] as unknown;
  const failure = Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_FSYNC' });
  let connections: Set<unknown>;
  let failing: string[];

  beforeEach(async () => {
    connections = new Set();
    failing = [];
    jest.spyOn(Libsql.prototype, 'exec').mockImplementation(function (this: Libsql.Database, sql: string) {
      connections.add(this);
      if (sql === failing[0]) {
        failing.shift();
        throw failure;
      }
      return exec.call(this, sql);
    });
    await insert('before');
  });
  afterEach(() => jest.restoreAllMocks());

  it('the file is opened anew for everybody, as it was, and what was committed is there', async () => {
    failing = ['COMMIT'];
    await expect(insert('failed')).rejects.toBe(failure);
    await Promise.all([insert('after'), dataSource.transaction((manager) => manager.query('SELECT 1'))]);
    expect(await texts()).toEqual(['before', 'after']);
    expect(connections.size).toBe(2);
    const settings = await Promise.all(
      ['journal_mode', 'synchronous', 'cache_size', 'busy_timeout', 'foreign_keys'].map(pragma),
    );
    expect(settings).toEqual(['wal', 2, -16_000, 20, 1]);
  });

  it('nothing more of its transaction is done', async () => {
    failing = ['COMMIT'];
    const runner = dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query("INSERT INTO item (value, text) VALUES (0, 'failed')");
    await expect(runner.commitTransaction()).rejects.toBe(failure);
    await expect(runner.query("INSERT INTO item (value, text) VALUES (0, 'late')")).rejects.toThrow('disk I/O error');
    await expect(runner.commitTransaction()).rejects.toBe(failure);
    await runner.rollbackTransaction();
    expect(await texts()).toEqual(['before']);
  });

  it('writes wait until all that was committed is in the file, and reads do not', async () => {
    failing = ['COMMIT', 'PRAGMA wal_checkpoint(TRUNCATE)', 'PRAGMA wal_checkpoint(TRUNCATE)'];
    await expect(insert('failed')).rejects.toBe(failure);
    expect(await texts()).toEqual(['before']);
    await expect(insert('failed')).rejects.toBe(failure);
    await expect(dataSource.transaction((manager) => manager.query('SELECT 1'))).rejects.toBe(failure);
    expect(await texts()).toEqual(['before']);
    await insert('after');
    expect([await texts(), failing]).toEqual([['before', 'after'], []]);
    expect(statSync(join(folder, 'test.db')).size).toBeGreaterThan(4096);
  });

  it('a file that is gone is not created anew', async () => {
    const [file, away] = ['test.db', 'away.db'].map((name) => join(folder, name));
    failing = ['COMMIT'];
    await expect(insert('failed')).rejects.toBe(failure);
    renameSync(file, away);
    await expect(insert('failed')).rejects.toThrow(`${file} was removed or replaced.`);
    expect(existsSync(file)).toBe(false);
    renameSync(away, file);
    await insert('after');
    expect(await texts()).toEqual(['before', 'after']);
  });
});

describe('a command beside the service', () => {
  it('leaves it to the service to fold the write-ahead log into the file', async () => {
    const file = join(folder, 'test.db');
    const writeMegabytes = () =>
      dataSource.query(
        `INSERT INTO item (value, text) WITH n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 8000)
         SELECT 0, hex(randomblob(500)) FROM n`,
      );
    await leaveCheckpoints(dataSource);
    const before = statSync(file).size;
    await writeMegabytes();
    expect(statSync(file).size).toBe(before);
    // As the service does.
    await dataSource.query('PRAGMA wal_autocheckpoint = 1000');
    await writeMegabytes();
    expect(statSync(file).size).toBeGreaterThan(before + 2 ** 23);
  });

  it('leaves it so when it ends, unless no service has the file', async () => {
    const file = join(folder, 'test.db');
    const command = async (value: number): Promise<void> => {
      const own = new DataSource(dataSource.options);
      prepareEmbeddedDriver(own);
      await own.initialize();
      await leaveCheckpoints(own);
      await own.query('INSERT INTO item (value) VALUES (?)', [value]);
      await own.destroy();
    };
    await command(1);
    expect(statSync(`${file}-wal`).size).toBe(0);
    await claimFile(file);
    await command(2);
    expect(statSync(`${file}-wal`).size).toBeGreaterThan(0);
  });
});

describe('values of the embedded database', () => {
  it('keep every digit', async () => {
    await dataSource.query('INSERT INTO item (id, value) VALUES (1, ?), (2, ?)', [
      9007199254740991n,
      9007199254740993n,
    ]);
    const values = (await dataSource.query('SELECT value FROM item ORDER BY id')) as { value: unknown }[];
    expect(values.map(({ value }) => value)).toEqual([9007199254740991, '9007199254740993']);
  });
});
