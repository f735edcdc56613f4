/**
 * Following a table that only grows. Ids are given before transactions commit: after id 7 is read, 6 may still appear.
 * - `SettledIds` and `waitingForOpen` process each row exactly once.
 * - `TableTail` shows rows as soon as they appear, and looks again at the newest ids.
 * - `idsBetween` finds rows by time without an index.
 * Use nothing else. docs/scaling.md lists everything that relies on the order of ids: add your use there.
 */

/** Longest time from an id to its transaction's end: statement and commit 2.5 s each, ending the session 2 s. */
export const LATEST_COMMIT_MS = 10_000;
const NOTED_EVERY_MS = 1000;

export interface Settled {
  /** No row with this or a smaller id will still appear. */
  readonly id: number;
  /** Nor will a row from before this time, in milliseconds since the Unix epoch. */
  readonly upTo: number;
}

/** `at` is by `performance.now()`. */
interface Noted {
  readonly id: number;
  readonly time: number;
  readonly at: number;
}

/** Ids are settled `LATEST_COMMIT_MS` after they were first seen. */
export class SettledIds {
  private noted: Noted[] = [];
  last = 0;

  /** @param isShared whether transactions may overlap (`StatementRunner`); otherwise every id is settled at once */
  constructor(
    private readonly findLast: () => Promise<number>,
    private readonly isShared: boolean,
  ) {}

  /** @returns undefined until it has watched for long enough */
  async look(): Promise<Settled | undefined> {
    const time = Date.now();
    return this.note(await this.findLast(), time);
  }

  /** @param last the greatest id, read after `time` */
  note(last: number, time = Date.now()): Settled | undefined {
    this.last = last;
    if (!this.isShared) return { id: last, upTo: time };
    const now = performance.now();
    if (now - (this.noted.at(-1)?.at ?? -Infinity) >= NOTED_EVERY_MS) this.noted.push({ id: last, time, at: now });
    const newest = this.noted.findLastIndex(({ at }) => now - at >= LATEST_COMMIT_MS);
    if (newest < 0) return undefined;
    this.noted = this.noted.slice(newest);
    const { id, time: upTo } = this.noted[0];
    return { id, upTo: settledBefore(upTo, true) };
  }
}

/** All rows from before this time are there; in milliseconds since the Unix epoch. */
export function settledBefore(now: number, isShared: boolean): number {
  return isShared ? now - LATEST_COMMIT_MS : now;
}

/** Makes a SELECT wait for open transactions that wrote its rows, however late. May fail as `locked`. */
export function waitingForOpen(sql: string, isShared: boolean): string {
  return isShared ? `${sql} LOCK IN SHARE MODE` : sql;
}
