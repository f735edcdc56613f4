import { Injectable } from '@nestjs/common';
import { LINK_FIELDS } from '../../links/link-fields';
import { LinkInsertion } from '../../links/link-insertion';
import type { ShownLink } from '../../links/to-link-dto';
import { VisitCountsRepository } from '../../links/visits/visit-counts.repository';
import { VisitSumsRepository } from '../../links/visits/visit-sums.repository';
import { newValues } from '../../platform/fields/records';
import { Transactions } from '../../platform/database/transactions';
import { DAY_MS } from '../../platform/time-ranges/spans';
import { commandLineActor } from '../command-line-actor';
import type { DemoVisits } from './demo-visits';
import { Dice } from './dice';

@Injectable()
export class DemoLinksWriter {
  constructor(
    private readonly transactions: Transactions,
    private readonly insertion: LinkInsertion,
    private readonly counts: VisitCountsRepository,
    private readonly sums: VisitSumsRepository,
  ) {}

  /** Writes the links numbered `first` to `end` - 1, with their visits. @returns how many they have had */
  async write(first: number, end: number, now: number, visits: DemoVisits): Promise<number> {
    const actor = commandLineActor();
    const origin = { creator: actor.name, creatorID: String(actor.apiKeyId) };
    const links = Array.from({ length: end - first }, (_, index) => ({
      ...newValues(LINK_FIELDS, 'import', {}),
      ...demoLink(first + index, now),
      ...origin,
    }));
    await this.transactions.run(async (transaction) => {
      const inserted = await this.insertion.insertAll(transaction, actor, links);
      await this.sums.within(transaction).replace(inserted.flatMap((link) => visits.sumsOf(link)));
    });
    return links.reduce((sum, { count }) => sum + count, 0);
  }

  /** Writes the visits of all links together. */
  async writeAll(visits: DemoVisits): Promise<void> {
    const rows = visits.sumsOfAll();
    await this.transactions.run(async (transaction) => {
      await this.sums.within(transaction).replace(rows);
      const counts = this.counts.within(transaction);
      for (const { hours, startsAt, visits: people, bots } of rows) {
        if (hours === 1) await counts.add({ startsAt, visits: people + bots });
      }
    });
  }
}

type DemoLink = Pick<ShownLink, 'name' | 'url' | 'count' | 'createdAt' | 'expiresAt' | 'maxVisits'>;

const TOPICS = 'spring-sale newsletter manual release-notes support-form webinar price-list trial upgrade survey'.split(
  ' ',
);

function demoLink(index: number, now: number): DemoLink {
  const dice = new Dice(4, index);
  const topic = TOPICS[index % TOPICS.length];
  const issue = Math.floor(index / TOPICS.length);
  const count = Math.floor((4000 * (0.5 + dice.next())) / (1 + index) ** 0.8);
  return {
    name: issue === 0 ? topic : `${topic}-${issue}`,
    url: `https://shop.example.com/${topic}${issue === 0 ? '' : `?issue=${issue}`}`,
    count,
    createdAt: now - Math.round((1 + dice.next() * 89) * DAY_MS),
    expiresAt: dice.chance(0.1) ? now + Math.round((dice.next() * 200 - 20) * DAY_MS) : null,
    maxVisits: dice.chance(0.05) ? count + dice.below(50) + 1 : null,
  };
}
