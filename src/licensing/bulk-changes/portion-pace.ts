import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ROWS_A_STATEMENT } from '../../platform/database/insert-rows';
import { Readers } from '../../platform/database/reader';
import { StatementRunner } from '../../platform/database/statement-runner';

/** A portion is to take about this long, in milliseconds: on the embedded database nothing else is done meanwhile. */
const WANTED_MS = 20;
/** On a server it keeps others from nothing but its own license keys. */
const WANTED_ON_SERVERS_MS = 50;
/** Smaller portions take hardly less time: that of their transaction. */
const LEAST_SIZE = 32;
/** While others use the database, a rest follows of so many times as long as the portion took. */
const REST = 4;
const LONGEST_REST_MS = 100;
/** But no longer than until others have used it so many times more. */
const USES = 64;
/** How often that is looked at, in milliseconds. */
const LOOK_EVERY_MS = 2;

/** Keeps what is done in portions from slowing checks down: small portions, and rests while others use the database. */
@Injectable()
export class PortionPace {
  private readonly wanted: number;
  private size = LEAST_SIZE;
  private uses = 0;

  constructor(
    private readonly readers: Readers,
    { isShared }: StatementRunner,
  ) {
    this.wanted = isShared ? WANTED_ON_SERVERS_MS : WANTED_MS;
  }

  /** Does one portion, of a size that fits, and rests. @param work is told the size, and tells how long its transaction took */
  async keep<T extends { readonly milliseconds: number }>(work: (size: number) => Promise<T>): Promise<T> {
    const result = await work(this.size);
    const took = result.milliseconds;
    if (took > this.wanted) this.size = Math.max(LEAST_SIZE, this.size / 2);
    else if (took < this.wanted / 2) this.size = Math.min(ROWS_A_STATEMENT, this.size * 2);
    await this.rest(took);
    return result;
  }

  private async rest(took: number): Promise<void> {
    const uses = this.readers.otherUses;
    // Since the portion before this one; one use is its own.
    const others = uses - this.uses - 1;
    this.uses = uses;
    if (others <= 0) return;
    const end = performance.now() + Math.min(REST * took, LONGEST_REST_MS);
    while (performance.now() < end && this.readers.otherUses < uses + USES) await sleep(LOOK_EVERY_MS);
  }
}
