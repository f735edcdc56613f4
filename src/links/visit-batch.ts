import { Injectable } from '@nestjs/common';
import { HELD } from '../platform/database/group-commit/held-rows';
import { type Decision, StatementRunner } from '../platform/database/statement-runner';
import { type Destination, isGone, GONE } from './link-limits';
import { LinksRepository, type VisitedLink, visitedLinks } from './links.repository';
import { VisitPortionsRepository } from './visit-portions.repository';

type Links = ReadonlyMap<string, VisitedLink>;

@Injectable()
export class VisitBatch {
  constructor(
    private readonly links: LinksRepository,
    private readonly portions: VisitPortionsRepository,
    private readonly statements: StatementRunner,
  ) {}

  get concurrency(): number {
    return this.statements.concurrency;
  }

  /** @returns each name's destination once its visit is on disk; names without a destination aren't counted */
  commit(nameKeys: readonly string[]): Promise<Destination[]> {
    const reads = [this.links.lookUp(nameKeys)];
    return this.statements.transact(reads, ([rows]) => this.decide(nameKeys, visitedLinks(rows)));
  }

  /** As `commit`, but visits of links that another transaction holds get `HELD` at once. */
  commitFree(nameKeys: readonly string[]): Promise<(Destination | typeof HELD)[]> {
    const lookUp = this.links.lookUp(nameKeys);
    return this.statements.transact([{ ...lookUp, skipsHeld: true }, lookUp], ([freeRows, rows]) => {
      const [free, links] = [visitedLinks(freeRows), visitedLinks(rows)];
      const isFree = (nameKey: string): boolean => free.has(nameKey) || !links.has(nameKey);
      const { writes, result } = this.decide(nameKeys.filter(isFree), links);
      return { writes, result: nameKeys.map((nameKey) => (isFree(nameKey) ? result.shift() : HELD)) };
    });
  }

  /** In order of arrival, up to the links' limits. */
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
    // One row per batch: batches that update a shared hourly count would wait for each other.
    const writes = [...this.links.counting(visits, isAnyLimited), ...this.portions.appending(now, total)];
    return { writes, result };
  }
}
