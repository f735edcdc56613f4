import { Injectable } from '@nestjs/common';
import { HELD } from '../platform/database/group-commit/held-rows';
import { type Decision, StatementRunner } from '../platform/database/statement-runner';
import { type Destination, isGone, GONE } from './link-limits';
import { LinksRepository, type VisitedLink, visitedLinks } from './links.repository';
import { VisitPortionsRepository } from './visit-portions.repository';

/** Links by what their names are found by. */
type Links = ReadonlyMap<string, VisitedLink>;

/** Counts a batch of visits in one transaction. */
@Injectable()
export class VisitBatch {
  constructor(
    private readonly links: LinksRepository,
    private readonly portions: VisitPortionsRepository,
    private readonly statements: StatementRunner,
  ) {}

  /** How many batches may usefully be under way at a time. */
  get concurrency(): number {
    return this.statements.concurrency;
  }

  /** @returns for each name where it leads, once its visit is counted on disk; what leads nowhere isn't counted */
  commit(nameKeys: readonly string[]): Promise<Destination[]> {
    const reads = [this.links.lookUp(nameKeys)];
    return this.statements.transact(reads, ([rows]) => this.decide(nameKeys, visitedLinks(rows)));
  }

  /** As `commit`, without waiting for links that another transaction holds: their visits get `HELD`. */
  commitFree(nameKeys: readonly string[]): Promise<(Destination | typeof HELD)[]> {
    const lookUp = this.links.lookUp(nameKeys);
    return this.statements.transact([{ ...lookUp, skipsHeld: true }, lookUp], ([freeRows, rows]) => {
      const [free, links] = [visitedLinks(freeRows), visitedLinks(rows)];
      const isFree = (nameKey: string): boolean => free.has(nameKey) || !links.has(nameKey);
      const { writes, result } = this.decide(nameKeys.filter(isFree), links);
      return { writes, result: nameKeys.map((nameKey) => (isFree(nameKey) ? result.shift() : HELD)) };
    });
  }

  /** Grants visits in the order they came, as long as their links last. */
  private decide(nameKeys: readonly string[], links: Links): Decision<Destination[]> {
    const now = Date.now();
    const visits = new Map<number, number>();
    let isAnyLimited = false;
    let total = 0;
    const result = nameKeys.map((nameKey): Destination => {
      const link = links.get(nameKey);
      if (!link) return undefined;
      const granted = visits.get(link.id) ?? 0;
      if (isGone(link, link.count + granted, now)) return GONE;
      visits.set(link.id, granted + 1);
      total++;
      isAnyLimited ||= link.maxVisits !== null;
      return link.url;
    });
    // One row for all of them, which no other batch writes: a count of the hour would be held by one batch at a time.
    const writes = [...this.links.counting(visits, isAnyLimited), ...this.portions.appending(now, total)];
    return { writes, result };
  }
}
