import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Libsql from 'libsql';
import { DataSource, type EntityManager } from 'typeorm';
import { StaleRowsError } from '../database-errors';
import { embeddedConnectionOf, embeddedOptions, prepareEmbeddedDriver } from './embedded-options';

const exec = Object.getOwnPropertyDescriptor(Libsql.prototype, 'exec')!.value as Libsql.Database['exec'];
const failure = Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_FSYNC' });
const noMemory = Object.assign(new Error('out of memory'), { code: 'SQLITE_NOMEM' });

let folder: string;
let dataSource: DataSource;
let other: Libsql.Database;
let commits: number;
let isFailing: boolean;
let isFailingToBegin: boolean;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keylink-unit-'));
  const file = join(folder, 'test.db');
  dataSource = new DataSource(embeddedOptions({ engine: 'embedded', file }));
  prepareEmbeddedDriver(dataSource);
  await dataSource.initialize();
  await dataSource.query('CREATE TABLE item (id INTEGER PRIMARY KEY)');
  other = new Libsql(file);
  // No pause is due, however slow the machine is.
  jest.spyOn(performance, 'now').mockReturnValue(1000);
  commits = 0;
  isFailing = false;
  isFailingToBegin = false;
  jest.spyOn(Libsql.prototype, 'exec').mockImplementation(function (this: Libsql.Database, sql: string) {
    if (sql === 'COMMIT') commits++;
    if (sql === 'COMMIT' && isFailing) throw failure;
    if (sql === 'SAVEPOINT shared' && isFailingToBegin) throw noMemory;
    return exec.call(this, sql);
  });
});
afterEach(async () => {
  jest.restoreAllMocks();
  other.close();
  await dataSource.destroy();
  rmSync(folder, { recursive: true, force: true });
});

const IDS = Array.from({ length: 20 }, (_, index) => index + 1);

/** What another connection sees, which is what is committed. */
const committed = (): number[] => other.prepare('SELECT id FROM item ORDER BY id').raw().all().flat() as number[];

const insert = (id: number, then?: (manager: EntityManager) => unknown): Promise<void> =>
  dataSource.transaction(async (manager) => {
    await manager.query('INSERT INTO item (id) VALUES (?)', [id]);
    await then?.(manager);
  });

it('transactions that wait for each other share a commit, and none ends before it', async () => {
  await Promise.all(
    IDS.map(async (id) => {
      await insert(id);
      expect(committed()).toContain(id);
    }),
  );
  expect(committed()).toEqual(IDS);
  expect(commits).toBe(1);
});

it('one that fails undoes its own work alone', async () => {
  const outcomes = await Promise.allSettled(
    IDS.map((id) =>
      insert(id, () => {
        if (id % 3 === 1) throw new Error('undone');
      }),
    ),
  );
  const expected = IDS.map((id) => (id % 3 === 1 ? 'rejected' : 'fulfilled'));
  expect(outcomes.map(({ status }) => status)).toEqual(expected);
  expect(committed()).toEqual(IDS.filter((id) => id % 3 !== 1));
});

it('a read of others sees no part of what is not committed, and waits for it', async () => {
  const reads: Promise<void>[] = [];
  await Promise.all(
    IDS.map((id) =>
      insert(id, () => {
        const read = dataSource.query('SELECT id FROM item') as Promise<{ id: number }[]>;
        reads.push(read.then((rows) => expect(committed()).toEqual(expect.arrayContaining(rows.map((row) => row.id)))));
      }),
    ),
  );
  await Promise.all(reads);
});

it('all fail if their commit does, and nothing of them is left', async () => {
  isFailing = true;
  const outcomes = await Promise.allSettled(IDS.map((id) => insert(id)));
  isFailing = false;
  expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
  await insert(99);
  expect(committed()).toEqual([99]);
});

it('those before fail if another can not join them, and nothing of them is left', async () => {
  isFailingToBegin = true;
  const [first, second] = await Promise.allSettled([insert(1), insert(2)]);
  isFailingToBegin = false;
  expect([first, second]).toMatchObject([{ reason: noMemory }, { reason: noMemory }]);
  await insert(99);
  expect(committed()).toEqual([99]);
});

it('those before fail if SQLite undoes the whole transaction, as it may when the disk is full', async () => {
  const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
  const outcomes = await Promise.allSettled(
    IDS.map((id) =>
      insert(id, () => {
        if (id !== 4) return;
        embeddedConnectionOf(dataSource)!.exec('ROLLBACK');
        throw full;
      }),
    ),
  );
  const kept = IDS.filter((_, index) => outcomes[index].status === 'fulfilled');
  expect(committed()).toEqual(kept);
  expect(outcomes[3]).toMatchObject({ status: 'rejected', reason: full });
  expect(outcomes[2].status).toBe('rejected');
  expect(outcomes[2]).toMatchObject({ reason: expect.any(StaleRowsError) as unknown });
});
