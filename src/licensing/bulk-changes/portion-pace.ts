import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ROWS_A_STATEMENT } from '../../platform/database/insert-rows';
import { Readers } from '../../platform/database/reader';

/** A portion takes about this long, in milliseconds: on the embedded database nothing else is done meanwhile. */
const WANTED_MS = 10;
const FIRST_SIZE = 8;
/** Beside others, a portion is followed by a rest of so many times as long as it took. */
const REST = 4;
const LONGEST_REST_MS = 100;

/** Keeps what is done in portions from slowing checks down: small portions, and rests while others use the database. */
@Injectable()
export class PortionPace {
  private size = FIRST_SIZE;
  private uses = 0;

  constructor(private readonly readers: Readers) {}

  /** Does one portion, of a size that fits, and rests. */
  async keep<T>(work: (size: number) => Promise<T>): Promise<T> {
    const start = performance.now();
    const result = await work(this.size);
    const took = performance.now() - start;
    if (took > WANTED_MS) this.size = Math.max(1, this.size / 2);
    else if (took < WANTED_MS / 2) this.size = Math.min(ROWS_A_STATEMENT, this.size * 2);
    const uses = this.readers.otherUses;
    // Since the portion before this one; one use is its own.
    const others = uses - this.uses - 1;
    this.uses = uses;
    if (others > 0) await sleep(Math.min(REST * took, LONGEST_REST_MS));
    return result;
  }
}
