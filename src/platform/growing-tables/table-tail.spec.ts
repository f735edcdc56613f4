import { LATEST_COMMIT_MS } from './settled-ids';
import { type News, TableTail } from './table-tail';

type Row = readonly [id: number];

/** A table of which some rows are committed. */
class FakeTable {
  private readonly ids = new Set<number>();
  isBroken = false;

  commit(...ids: number[]): void {
    for (const id of ids) this.ids.add(id);
  }

  findEnd(after: number, limit: number): Promise<Row[]> {
    return this.findByIds(
      [...this.ids]
        .filter((id) => id > after)
        .toSorted((a, b) => a - b)
        .slice(-limit),
    );
  }

  findIds(after: number, upTo: number, limit: number): Promise<number[]> {
    const ids = [...this.ids].filter((id) => id > after && id <= upTo).toSorted((a, b) => b - a);
    return Promise.resolve(ids.slice(0, limit));
  }

  findByIds(ids: readonly number[]): Promise<Row[]> {
    if (this.isBroken) return Promise.reject(new Error('broken'));
    const rows = ids.toSorted((a, b) => a - b).map((id): Row => [id]);
    return Promise.resolve(rows);
  }
}

const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);
const idsOf = ({ rows }: News<Row>) => rows.map(([id]) => id);

let table: FakeTable;
let tail: TableTail<Row>;
const begin = async (isShared: boolean, ...ids: number[]) => {
  table = new FakeTable();
  table.commit(...ids);
  tail = new TableTail(table, isShared);
  await tail.begin();
};

describe.each([true, false])('on a database that is shared: %s', (isShared) => {
  it('tells of each log once, and of none that was there before', async () => {
    await begin(isShared, ...range(1, 2000));
    expect(await tail.look()).toEqual({ rows: [], after: 2000, skipped: 0 });
    table.commit(2001, 2003);
    expect(idsOf(await tail.look())).toEqual([2001, 2003]);
    expect(idsOf(await tail.look())).toEqual([]);
  });

  it('tells how many it skips', async () => {
    await begin(isShared, 10);
    table.commit(...range(11, 710));
    const some = await tail.look();
    expect([idsOf(some), some.skipped]).toEqual([range(211, 710), 200]);
    table.commit(...range(711, 5710));
    const many = await tail.look();
    expect(idsOf(many).at(-1)).toBe(5710);
    expect(many.rows.length + many.skipped).toBe(5000);
    expect(await tail.look()).toEqual({ rows: [], after: 5710, skipped: 0 });
  });

  it('reads few rows a look while very many happen, and many after a rest', async () => {
    await begin(isShared, 1);
    let last = 1;
    const counts = [];
    for (let look = 0; look < 20; look++) {
      table.commit(...range(last + 1, (last += 600)));
      counts.push((await tail.look()).rows.length);
    }
    expect([counts[0], counts.at(-1)]).toEqual([500, 60]);
    for (let look = 0; look < 8; look++) await tail.look();
    table.commit(...range(last + 1, last + 600));
    expect((await tail.look()).rows).toHaveLength(500);
  });

  it('looks again at what failed', async () => {
    await begin(isShared, 1);
    table.commit(2, 3);
    table.isBroken = true;
    await expect(tail.look()).rejects.toThrow('broken');
    table.isBroken = false;
    table.commit(4);
    expect(idsOf(await tail.look())).toEqual([2, 3, 4]);
  });

  it('looks back at what it has told, the newest of it, and leaves the rest for the next look', async () => {
    await begin(isShared, ...range(1, 600));
    table.commit(601);
    expect(idsOf(await tail.lookBack(598))).toEqual([599, 600]);
    expect(idsOf(await tail.look())).toEqual([601]);
    const { rows: found, skipped } = await tail.lookBack(0);
    expect([found.length, skipped]).toEqual([500, 101]);
    expect(await tail.lookBack(9999)).toEqual({ rows: [], after: 9999, skipped: 0 });
  });
});

it('tells of a log that was committed after one with a greater id, for some seconds', async () => {
  jest.useFakeTimers();
  try {
    await begin(true, 1);
    table.commit(5);
    expect(idsOf(await tail.look())).toEqual([5]);
    jest.advanceTimersByTime(LATEST_COMMIT_MS - 100);
    table.commit(3, 6);
    expect(await tail.look()).toMatchObject({ after: 5, skipped: 0 });
    table.commit(2);
    expect(idsOf(await tail.look())).toEqual([2]);
    jest.advanceTimersByTime(LATEST_COMMIT_MS + 100);
    await tail.look();
    table.commit(4);
    expect(idsOf(await tail.look())).toEqual([]);
  } finally {
    jest.useRealTimers();
  }
});
