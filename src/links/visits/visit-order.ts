import { Injectable } from '@nestjs/common';
import { Jobs } from '../../platform/jobs/jobs';
import { LinksRepository } from '../links.repository';

/** Of one statement. */
const AT_ONCE = 500;
/** Links checked per run, besides visited ones. */
const LOOKED_AT = 2000;

/**
 * Keeps the order of links by visits up to date. Links visited on this instance come first; a scan of all links finds
 * what crashes or older versions have left.
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

  /** Call it once a visit is committed. */
  note(id: number): void {
    this.visited.add(id);
  }

  /** Links that this run skips are found by the scan. */
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
      // Sequentially, so that visits proceed in between.
      await this.links.order(sorted.slice(first, first + AT_ONCE));
    }
  }
}
