import type { LicenseLogRow } from '../../license-logs/license-logs.repository';

/** What there is to know of the table of logs. */
export interface TailedLogs {
  /** The greatest ids that follow an id, in descending order. */
  findNewestIds(after: number, limit: number): Promise<number[]>;
  /** By ascending id. */
  findByIds(ids: readonly number[]): Promise<LicenseLogRow[]>;
}

/** What has happened since somebody looked last. */
export interface News {
  /** By ascending id. */
  readonly logs: LicenseLogRow[];
  /** The greatest id that was known before: a log with a smaller one was committed late. */
  readonly after: number;
  /** How many more there are at most, older than the newest of these: ids have gaps. */
  readonly skipped: number;
}

/** Ids that are looked at in one look. */
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
    const ids = await this.logs.findNewestIds(0, IDS_A_LOOK);
    if (ids.length === IDS_A_LOOK) this.floor = ids.at(-1)!;
    this.remember(ids);
  }

  /** What has happened since the last look; what has failed is looked at again the next time. */
  async look(): Promise<News> {
    const ids = await this.logs.findNewestIds(this.floor, IDS_A_LOOK);
    const fresh = ids.filter((id) => !this.seen.has(id));
    const allowance = Math.min(MOST_LOGS, this.allowance + LOGS_A_LOOK);
    const wanted = fresh.slice(0, allowance);
    const logs = wanted.length === 0 ? [] : await this.logs.findByIds(wanted);
    const after = this.newest;
    // What lies below is not looked at any more.
    if (ids.length === IDS_A_LOOK) this.floor = ids.at(-1)! - 1;
    const unseen = Math.max(0, this.floor - after);
    this.allowance = allowance - wanted.length;
    this.remember(fresh);
    return { logs, after, skipped: fresh.length - wanted.length + unseen };
  }

  /**
   * The newest of what was old already when somebody came who had seen everything up to an id.
   */
  async lookBack(after: number): Promise<News> {
    const ids = await this.logs.findNewestIds(after, MOST_LOGS);
    const known = ids.filter((id) => id <= this.floor || this.seen.has(id));
    const unseen = ids.length === MOST_LOGS ? Math.max(0, ids.at(-1)! - after - 1) : 0;
    return { logs: known.length === 0 ? [] : await this.logs.findByIds(known), after, skipped: unseen };
  }

  private remember(ids: readonly number[]): void {
    for (const id of ids) this.seen.add(id);
    this.newest = Math.max(this.newest, ids[0] ?? 0);
    const now = performance.now();
    this.looks.push({ at: now, newest: this.newest });
    while (this.looks.length > 0 && (!this.isShared || this.looks[0].at <= now - LATENESS_MS)) {
      this.floor = Math.max(this.floor, this.looks.shift()!.newest);
    }
    for (const id of this.seen) if (id <= this.floor) this.seen.delete(id);
  }
}
