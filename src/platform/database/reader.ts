import { setTimeout as sleep } from 'node:timers/promises';
import { Semaphore } from '../concurrency/semaphore';
import type { Statement } from './statement-runner';

export interface Reads {
  readonly otherUses: number;
  /** False if unknown. */
  readonly isInUse: boolean;
  /** `milliseconds` is the database's time, without the wait for a turn. */
  run(statement: Statement): Promise<{ rows: unknown[][]; milliseconds: number }>;
  /** A small query that skips all queues. */
  probe(): Promise<void>;
}

/** While others use the database, a reader rests REST times the last statement's duration. */
const REST = 4;
const LONGEST_REST_MS = 100;
/** The rest ends early once others have used it USES times, plus once per ROWS_A_USE rows read. */
const USES = 2;
const ROWS_A_USE = 100;
const LOOK_EVERY_MS = 1;

/** Runs one statement at a time, and rests in between while others use the database, so that checks keep most of it. */
export class Reader {
  private readonly semaphore = new Semaphore(1);
  private seenUses = 0;

  constructor(private readonly reads: Reads) {}

  /** A statement should look at few rows: see `search`. */
  async read<Row extends readonly unknown[]>(statement: Statement): Promise<Row[]> {
    const release = await this.semaphore.acquire();
    let rest = Promise.resolve();
    try {
      const { rows, milliseconds } = await this.reads.run(statement);
      if (this.othersUsedIt()) rest = this.rest(milliseconds, rows.length);
      return rows as unknown as Row[];
    } finally {
      // The caller gets the rows while this rests.
      void rest.then(release);
    }
  }

  private othersUsedIt(): boolean {
    const { otherUses } = this.reads;
    const areThere = otherUses !== this.seenUses;
    this.seenUses = otherUses;
    return areThere;
  }

  private async rest(milliseconds: number, rows: number): Promise<void> {
    const end = performance.now() + Math.min(REST * milliseconds, LONGEST_REST_MS);
    const enough = this.reads.otherUses + USES + rows / ROWS_A_USE;
    while (performance.now() < end && this.reads.otherUses < enough) await sleep(LOOK_EVERY_MS);
  }
}

/** One reader per kind of long read, so that none holds up the others. */
export class Readers {
  readonly pages: Reader;
  readonly streams: Reader;
  /** For the live stream: small and frequent. */
  readonly live: Reader;

  constructor(private readonly reads: Reads) {
    this.pages = new Reader(reads);
    this.streams = new Reader(reads);
    this.live = new Reader(reads);
  }

  /** Uses by anybody but readers. */
  get otherUses(): number {
    return this.reads.otherUses;
  }

  get isInUse(): boolean {
    return this.reads.isInUse;
  }

  /** Health check that no load holds up. */
  async answersWithin(patienceMs: number): Promise<boolean> {
    const patience = new AbortController();
    const tooLate = sleep(patienceMs, false, { signal: patience.signal }).catch(() => false);
    const answer = this.reads.probe().then(
      () => true,
      () => false,
    );
    const answers = await Promise.race([answer, tooLate]);
    patience.abort();
    return answers;
  }
}
