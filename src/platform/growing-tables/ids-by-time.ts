import { LATEST_COMMIT_MS } from './settled-ids';

const CLOCKS_DIFFER_MS = 20_000;
/** How far times may be out of the order of ids. Rows beyond that are missed. */
const DISORDER_MS = LATEST_COMMIT_MS + CLOCKS_DIFFER_MS;

/** `timeAt` is in milliseconds since the Unix epoch. */
export interface TimedRow {
  readonly id: number;
  readonly timeAt: number;
}

/** Ids of the rows between two times, and of some around them: filter what you read. `end` follows the last. */
export async function idsBetween(
  from: number | undefined,
  to: number | undefined,
  findLast: () => Promise<TimedRow | undefined>,
  lookFrom: (id: number) => Promise<TimedRow | undefined>,
): Promise<{ first: number; end: number }> {
  const find = async (time: number): Promise<number> => {
    const last = await findLast();
    return last ? firstSince(time, last.id, lookFrom) : 1;
  };
  return {
    first: from === undefined ? 0 : await find(from - DISORDER_MS),
    end: to === undefined ? Infinity : await find(to + DISORDER_MS),
  };
}

/** Binary search for the first id of this time or later. @returns `last + 1` if all rows are older */
export async function firstSince(
  time: number,
  last: number,
  lookFrom: (id: number) => Promise<TimedRow | undefined>,
): Promise<number> {
  let [low, high] = [1, last + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const row = await lookFrom(middle);
    // Ids have gaps.
    if (row === undefined || row.timeAt >= time) high = middle;
    else low = row.id + 1;
  }
  return low;
}
