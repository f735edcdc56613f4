import type { LicenseLogRow } from '../../license-logs/license-logs.repository';

/** What there is to know of the table of logs. */
export interface TailedLogs {
  /** The logs with the greatest ids that follow an id, by ascending id. */
  findEnd(after: number, limit: number): Promise<LicenseLogRow[]>;
  /** The greatest ids that follow one id and not another, in descending order. */
  findIds(after: number, upTo: number, limit: number): Promise<number[]>;
  /** By ascending id. */
  findByIds(ids: readonly number[]): Promise<LicenseLogRow[]>;
}

/** What has happened since the last look. */
export interface News {
  /** By ascending id. */
  readonly logs: LicenseLogRow[];
  /** The greatest id that was known before: a log with a smaller one was committed late. */
  readonly after: number;
  /** How many more there are at most, older than the newest of these: ids have gaps. */
  readonly skipped: number;
}

/** Ids of the last seconds that are looked at again in one look. */
const IDS_A_LOOK = 500;
/** Logs that are read on average in a look, and in one look after quiet ones. */
const LOGS_A_LOOK = 60;
const MOST_LOGS = 500;
/** For how long a log may be committed after one with a greater id and still be noticed, in milliseconds. */
const LATENESS_MS = 3000;

/**
 * Follows the end of the logs by their ids. On a server, batches that were begun first may commit last, also those of other
 * instances: so each look takes in the ids of the last seconds again, and what was not there before is news.
 */
export class LogTail {
  /** The greatest id that was seen. */
  private newest = 0;
  /** Everything up to this id is old. */
  private floor = 0;
  /** Ids above the floor that were seen. */
  private readonly seen = new Set<number>();
  private readonly looks: { readonly at: number; readonly newest: number }[] = [];
  private allowance = MOST_LOGS;

  /** @param isShared whether several transactions may be under way at a time */
  constructor(
    private readonly logs: TailedLogs,
    private readonly isShared: boolean,
  ) {}

  /** Takes all that there is for old. */
  async begin(): Promise<void> {
    const [last] = await this.logs.findEnd(0, 1);
    const newest = last?.[0] ?? 0;
    const ids = this.isShared ? await this.logs.findIds(0, newest, IDS_A_LOOK) : [];
    if (ids.length === IDS_A_LOOK) this.floor = ids.at(-1)! - 1;
    this.remember(ids, newest);
  }

  /** What has happened since the last look; what has failed is looked at again the next time. */
  async look(): Promise<News> {
    const after = this.newest;
    const allowance = Math.min(MOST_LOGS, this.allowance + LOGS_A_LOOK);
    const late = await this.findLate();
    const logs = await this.logs.findEnd(after, allowance);
    const isCut = logs.length === allowance;
    // What lies below was skipped, and is not looked at any more.
    if (isCut) this.floor = logs[0][0] - 1;
    const skipped = isCut ? this.floor - after : 0;
    this.allowance = allowance - logs.length;
    this.remember(
      [...late, ...logs].map(([id]) => id),
      logs.at(-1)?.[0] ?? after,
    );
    return { logs: [...late, ...logs], after, skipped };
  }

  /** The newest of what was old already when somebody came who had seen everything up to an id. */
  async lookBack(after: number): Promise<News> {
    const logs = await this.logs.findEnd(after, MOST_LOGS);
    const skipped = logs.length === MOST_LOGS ? logs[0][0] - after - 1 : 0;
    return { logs: logs.filter(([id]) => id <= this.floor || this.seen.has(id)), after, skipped };
  }

  private async findLate(): Promise<LicenseLogRow[]> {
    if (this.floor === this.newest) return [];
    const ids = await this.logs.findIds(this.floor, this.newest, IDS_A_LOOK);
    const late = ids.filter((id) => !this.seen.has(id));
    return late.length === 0 ? [] : this.logs.findByIds(late);
  }

  private remember(ids: readonly number[], newest: number): void {
    this.newest = newest;
    for (const id of ids) this.seen.add(id);
    const now = performance.now();
    this.looks.push({ at: now, newest });
    while (this.looks.length > 0 && (!this.isShared || this.looks[0].at <= now - LATENESS_MS)) {
      this.floor = Math.max(this.floor, this.looks.shift()!.newest);
    }
    for (const id of this.seen) if (id <= this.floor) this.seen.delete(id);
  }
}
