import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { SettledIds, waitingForOpen } from '../../src/platform/growing-tables/settled-ids';
import { TableTail } from '../../src/platform/growing-tables/table-tail';

const WRITE_MS = 7000;
/** How long the late transaction stays open, and the overdue one: longer than `LATEST_COMMIT_MS`. */
const LATE_MS = 6000;
const OVERDUE_MS = 13_000;
/** Until everything that was written last is settled. */
const SETTLE_MS = 13_000;
const LOOK_MS = 200;
/** Over all connections: a `TableTail` looks again at the last 500 ids only, so fewer than that follow the late one. */
const WRITERS = 4;
const LOCK_WAIT_TIMEOUT = 1205;

/** The ids that were committed, and those that each way of following told of, in its order. */
interface Followed {
  readonly committed: readonly number[];
  readonly late: number | undefined;
  readonly overdue: number | undefined;
  /** `SettledIds` with `waitingForOpen`. */
  readonly processed: readonly number[];
  /** Controls: the same without the wait for open transactions, and without the settling time. */
  readonly unlocked: readonly number[];
  readonly eager: readonly number[];
  /** `TableTail`, and the control that takes ids to be committed in order. */
  readonly tailed: readonly number[];
  readonly naivelyTailed: readonly number[];
}

/**
 * Follows a table in all ways while several writers add to it in transactions that end out of order, one of them late.
 * @param writers connections, of which each has writers of its own
 * @param hasOverdue whether a transaction stays open for longer than the service's can
 */
export async function followGrowingTable(
  reader: DataSource,
  writers: readonly DataSource[],
  isShared: boolean,
  hasOverdue: boolean,
): Promise<Followed> {
  await reader.query(
    `CREATE TABLE growing (id ${isShared ? 'BIGINT PRIMARY KEY AUTO_INCREMENT' : 'INTEGER PRIMARY KEY AUTOINCREMENT'}, n INT)`,
  );
  const over = new AbortController();
  const find = async (sql: string): Promise<number[]> =>
    (await reader.query<{ id: number | string }[]>(`SELECT id FROM growing ${sql}`)).map(({ id }) => Number(id));
  const findLast = async (): Promise<number> => (await find('ORDER BY id DESC LIMIT 1'))[0] ?? 0;
  const process = (ids: SettledIds, waits: boolean): Promise<number[]> => {
    let cursor = 0;
    return follow(over.signal, async () => {
      const settled = await ids.look();
      if (!settled || settled.id <= cursor) return [];
      const found = await find(waitingForOpen(`WHERE id > ${cursor} AND id <= ${settled.id} ORDER BY id`, waits));
      cursor = settled.id;
      return found;
    });
  };
  const beginTail = async (inAnyOrder: boolean): Promise<() => Promise<number[]>> => {
    const tail = new TableTail<readonly [id: number]>(
      {
        findEnd: async (after, limit) =>
          (await find(`WHERE id > ${after} ORDER BY id DESC LIMIT ${limit}`)).toReversed().map((id) => [id]),
        findIds: (after, upTo, limit) => find(`WHERE id > ${after} AND id <= ${upTo} ORDER BY id DESC LIMIT ${limit}`),
        findByIds: async (ids) => (await find(`WHERE id IN (${ids.join(', ')}) ORDER BY id`)).map((id) => [id]),
      },
      inAnyOrder,
    );
    await tail.begin();
    return async () => (await tail.look()).rows.map(([id]) => id);
  };
  const [tail, naiveTail] = [await beginTail(isShared), await beginTail(false)];
  const following = Promise.all([
    process(new SettledIds(findLast, isShared), isShared),
    process(new SettledIds(findLast, isShared), false),
    process(new SettledIds(findLast, false), false),
    follow(over.signal, tail),
    follow(over.signal, naiveTail),
  ]);
  try {
    const late = isShared ? await keepOpen(writers[0], LATE_MS) : undefined;
    const overdue = hasOverdue ? await keepOpen(writers[0], OVERDUE_MS) : undefined;
    const end = performance.now() + (isShared ? WRITE_MS : 1000);
    await Promise.all(
      writers.flatMap((dataSource) => Array.from({ length: WRITERS / writers.length }, () => write(dataSource, end))),
    );
    await Promise.all([late?.committed, overdue?.committed, sleep(isShared ? SETTLE_MS : 2 * LOOK_MS)]);
    over.abort();
    const [processed, unlocked, eager, tailed, naivelyTailed] = await following;
    const committed = await find('ORDER BY id');
    return {
      committed,
      late: late?.id,
      overdue: overdue?.id,
      processed,
      unlocked,
      eager,
      tailed,
      naivelyTailed,
    };
  } finally {
    over.abort();
    await following;
  }
}

async function follow(over: AbortSignal, look: () => Promise<number[]>): Promise<number[]> {
  const seen: number[] = [];
  while (!over.aborted) {
    try {
      seen.push(...(await look()));
    } catch (error) {
      // A transaction that is still open: as the service, look again.
      if ((error as { errno?: number }).errno !== LOCK_WAIT_TIMEOUT) throw error;
    }
    await sleep(LOOK_MS);
  }
  return seen;
}

async function insert(query: (sql: string) => Promise<unknown>): Promise<number> {
  const result = await query('INSERT INTO growing (n) VALUES (1)');
  return Number((result as { insertId?: number }).insertId ?? result);
}

/** A transaction that adds a row and ends only after some time. */
async function keepOpen(dataSource: DataSource, ms: number): Promise<{ id: number; committed: Promise<void> }> {
  const runner = dataSource.createQueryRunner();
  await runner.startTransaction();
  const id = await insert((sql) => runner.query(sql));
  const end = async (): Promise<void> => {
    await sleep(ms);
    await runner.commitTransaction();
    await runner.release();
  };
  return { id, committed: end() };
}

async function write(dataSource: DataSource, end: number): Promise<void> {
  while (performance.now() < end) {
    await dataSource.transaction(async (transaction) => {
      await insert((sql) => transaction.query(sql));
      await sleep(150 * Math.random());
    });
  }
}
