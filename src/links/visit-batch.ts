import { Injectable } from '@nestjs/common';
import { HELD } from '../platform/database/group-commit/held-rows';
import { type Rows, StatementRunner, type Step, type Write } from '../platform/database/statement-runner';
import { EventsRepository } from '../platform/events/events.repository';
import { linkEndedEvent } from './link-events';
import { type Destination, isGone, GONE } from './link-limits';
import { LinksRepository, type VisitedLink, visitedLinks, wholeLinks } from './links.repository';
import { toLinkDto } from './to-link-dto';
import { VisitPortionsRepository } from './visit-portions.repository';

type Links = ReadonlyMap<string, VisitedLink>;

const VISITOR = { targetType: 'link', actorType: 'client', actorName: '' } as const;

@Injectable()
export class VisitBatch {
  constructor(
    private readonly links: LinksRepository,
    private readonly portions: VisitPortionsRepository,
    private readonly events: EventsRepository,
    private readonly statements: StatementRunner,
  ) {}

  get concurrency(): number {
    return this.statements.concurrency;
  }

  /** @returns each name's destination once its visit is on disk; names without a destination aren't counted */
  commit(nameKeys: readonly string[]): Promise<Destination[]> {
    const reads = [this.links.lookUp(nameKeys)];
    return this.statements.transact(reads, ([rows]) =>
      this.decide(nameKeys, visitedLinks(rows), (destinations) => destinations),
    );
  }

  /** As `commit`, but visits of links that another transaction holds get `HELD` at once. */
  commitFree(nameKeys: readonly string[]): Promise<(Destination | typeof HELD)[]> {
    const lookUp = this.links.lookUp(nameKeys);
    return this.statements.transact([{ ...lookUp, skipsHeld: true }, lookUp], ([freeRows, rows]) => {
      const [free, links] = [visitedLinks(freeRows), visitedLinks(rows)];
      const isFree = (nameKey: string): boolean => free.has(nameKey) || !links.has(nameKey);
      return this.decide(nameKeys.filter(isFree), links, (destinations) =>
        nameKeys.map((nameKey) => (isFree(nameKey) ? destinations.shift() : HELD)),
      );
    });
  }

  /** In order of arrival, up to the links' limits. */
  private decide<Result>(
    nameKeys: readonly string[],
    links: Links,
    toResult: (destinations: Destination[]) => Result,
  ): Step<Result> {
    const now = Date.now();
    const visits = new Map<number, number>();
    let isAnyLimited = false;
    let total = 0;
    const destinations = nameKeys.map((nameKey): Destination => {
      const link = links.get(nameKey);
      if (!link) return undefined;
      const granted = visits.get(link.id) ?? 0;
      if (isGone(link, link.count + granted, now)) return GONE;
      visits.set(link.id, granted + 1);
      total++;
      isAnyLimited ||= link.maxVisits !== null;
      return link.url;
    });
    const ended = [...links.values()]
      .filter(({ id, count, maxVisits }) => visits.has(id) && maxVisits === count + visits.get(id)!)
      .map(({ id }) => id);
    const decision = (told: readonly Write[]) => ({
      writes: [
        ...this.links.counting(visits, isAnyLimited, ended),
        // One row per batch: batches that update a shared hourly count would wait for each other.
        ...this.portions.appending(now, total),
        ...told,
      ],
      result: toResult(destinations),
    });
    if (ended.length === 0) return decision([]);
    // Only now, since visits that end nothing need no more of a link than where it leads to.
    return { reads: [this.links.readWhole(ended)], proceed: ([rows]) => decision(this.telling(rows, now)) };
  }

  /** A count reaches each value of `maxVisits` once: it never sinks. */
  private telling(rows: Rows, at: number): Write[] {
    const ended = wholeLinks(rows).map((link) => toLinkDto({ ...link, count: link.maxVisits! }));
    return this.events.appending(ended.map((link) => ({ ...linkEndedEvent(link, 'maxVisits'), ...VISITOR, at })));
  }
}
