import { Injectable } from '@nestjs/common';
import { LinkInsertion } from '../../links/link-insertion';
import { VisitCountsRepository } from '../../links/visit-counts.repository';
import { Transactions } from '../../platform/database/transactions';
import { commandLineActor } from '../command-line-actor';
import { demoLink } from './demo-links';
import { DEMO_HOURS, type Rhythm } from './rhythm';

/** Writes the links of the demo, and when they were followed. */
@Injectable()
export class DemoLinksWriter {
  constructor(
    private readonly transactions: Transactions,
    private readonly insertion: LinkInsertion,
    private readonly counts: VisitCountsRepository,
  ) {}

  /** Writes the links with the numbers from `first` to before `end`. @returns how many visits they have had */
  async write(first: number, end: number, now: number): Promise<number> {
    const actor = commandLineActor();
    const origin = { creator: actor.name, creatorID: String(actor.apiKeyId) };
    const links = Array.from({ length: end - first }, (_, index) => ({ ...demoLink(first + index, now), ...origin }));
    await this.transactions.run((transaction) => this.insertion.insertAll(transaction, actor, links));
    return links.reduce((visits, { count }) => visits + count, 0);
  }

  /** Writes by the hour how many visits there were. */
  async writeVisits(visits: number, rhythm: Rhythm): Promise<void> {
    await this.transactions.run(async (transaction) => {
      const counts = this.counts.within(transaction);
      for (let hour = 0; hour < DEMO_HOURS; hour++) {
        const share = rhythm.share(hour, visits);
        if (share > 0) await counts.add({ startsAt: rhythm.startOf(hour), visits: share });
      }
    });
  }
}
