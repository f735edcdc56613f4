import { Injectable } from '@nestjs/common';
import { Jobs } from '../../platform/jobs/jobs';
import { LinksRepository } from '../links.repository';

/** Of one statement. */
const AT_ONCE = 500;
/** Links a run looks at besides those that were visited. */
const LOOKED_AT = 2000;

/**
 * Lets the order of links by visits follow their counts. Links that this instance has counted visits of come first;
 * a look through all links finds what a crash, or an instance of an earlier version, has left behind.
 */
@Injectable()
export class VisitOrder {
  private visited = new Set<number>();
  private lookedUpTo = 0;

  constructor(
    private readonly links: LinksRepository,
    jobs: Jobs,
  ) {
    jobs.add({
      name: 'visit-order',
      everyMs: 10_000,
      longestMs: 60_000,
      doneBy: 'each instance',
      failure: 'The order of links by visits is behind their counts; this is tried again.',
      run: (signal) => this.advance(signal),
    });
  }

  /** A visit of the link is on disk. */
  note(id: number): void {
    this.visited.add(id);
  }

  /** What it doesn't come to, the look through all links finds later. */
  async advance(signal: AbortSignal): Promise<void> {
    const { visited } = this;
    this.visited = new Set();
    await this.order([...visited], signal);
    const looked = await this.links.findPlaced(this.lookedUpTo, LOOKED_AT);
    this.lookedUpTo = looked.length < LOOKED_AT ? 0 : looked[LOOKED_AT - 1].id;
    const behind = looked.filter(({ isBehind }) => isBehind).map(({ id }) => id);
    await this.order(behind, signal);
  }

  private async order(ids: readonly number[], signal: AbortSignal): Promise<void> {
    const sorted = ids.toSorted((a, b) => a - b);
    for (let first = 0; first < sorted.length && !signal.aborted; first += AT_ONCE) {
      // One after the other: visits get their turn in between.
      await this.links.order(sorted.slice(first, first + AT_ONCE));
    }
  }
}
