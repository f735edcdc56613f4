import { setTimeout as sleep } from 'node:timers/promises';
import { Semaphore } from '../concurrency/semaphore';
import type { Statement } from './statement-runner';

/** How a database runs the statements of a reader. */
export interface Reads {
  /** How often anybody else has used the database so far. */
  readonly otherUses: number;
  /** Runs a SELECT, and tells how long the database took, in milliseconds, without what it waited for its turn. */
  run(statement: Statement): Promise<{ rows: unknown[][]; milliseconds: number }>;
  /** Has the database answer something small, ahead of everybody who waits. */
  probe(): Promise<void>;
}

/** While others use the database, a reader rests for so many times as long as its last statement took. */
const REST = 4;
const LONGEST_REST_MS = 100;
/** But no longer than until others have used it so many times more, and once more for each so many rows that were read. */
const USES = 2;
const ROWS_A_USE = 100;
/** How often that is looked at, in milliseconds. */
const LOOK_EVERY_MS = 1;

/**
 * Runs the SELECTs of one kind of long reads, one statement after another. While others use the database it rests
 * between them, so that checks keep most of it; alone, it goes on at once.
 */
export class Reader {
  private readonly semaphore = new Semaphore(1);
  private seenUses = 0;

  constructor(private readonly reads: Reads) {}

  /** The rows of one SELECT, each with its columns in the order of the SELECT. It should look at few rows: see `search`. */
  async read<Row extends readonly unknown[]>(statement: Statement): Promise<Row[]> {
    const release = await this.semaphore.acquire();
    let rest = Promise.resolve();
    try {
      const { rows, milliseconds } = await this.reads.run(statement);
      if (this.othersUsedIt()) rest = this.rest(milliseconds, rows.length);
      return rows as unknown as Row[];
    } finally {
      // Meanwhile the caller has the rows and makes an answer of them.
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

/** One reader for each kind of long reads, so that none holds up the others. */
export class Readers {
  /** For what is answered in one piece: pages of lists and searches. */
  readonly pages: Reader;
  /** For what is streamed: whole lists and exports. */
  readonly streams: Reader;
  /** For what is watched as it happens: little, again and again, and not behind the others. */
  readonly live: Reader;

  constructor(private readonly reads: Reads) {
    this.pages = new Reader(reads);
    this.streams = new Reader(reads);
    this.live = new Reader(reads);
  }

  /** How often anybody but a reader has used the database so far. */
  get otherUses(): number {
    return this.reads.otherUses;
  }

  /** Whether the database answers a question within so many milliseconds, in a way that no crowd holds up. */
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
