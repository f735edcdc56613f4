import { Injectable } from '@nestjs/common';
import { HELD } from '../../platform/database/group-commit/held-rows';
import { type Rows, StatementRunner, type Step, type Write } from '../../platform/database/statement-runner';
import { EventsRepository } from '../../platform/events/events.repository';
import { linkEndedEvent } from '../link-events';
import { isGone } from '../link-limits';
import { LinksRepository, type VisitedLink, visitedLinks, wholeLinks } from '../links.repository';
import { toLinkDto } from '../to-link-dto';
import { type GrantedVisit, packVisits } from '../visits/packed-visits';
import { VisitPortionsRepository } from '../visits/visit-portions.repository';
import { type Answer, gone, LOCKED, preview, UNKNOWN, type Visit } from './visit';

const nameKeysOf = (visits: readonly Visit[]): string[] => visits.map(({ nameKey }) => nameKey);

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

  /** @returns each visit's answer once it is on disk; only redirects are counted */
  commit(visits: readonly Visit[]): Promise<Answer[]> {
    const reads = [this.links.lookUp(nameKeysOf(visits))];
    return this.statements.transact(reads, ([rows]) => this.decide(visits, visitedLinks(rows), (answers) => answers));
  }

  /** As `commit`, but visits of links that another transaction holds get `HELD` at once. */
  commitFree(visits: readonly Visit[]): Promise<(Answer | typeof HELD)[]> {
    const lookUp = this.links.lookUp(nameKeysOf(visits));
    return this.statements.transact([{ ...lookUp, skipsHeld: true }, lookUp], ([freeRows, rows]) => {
      const [free, links] = [visitedLinks(freeRows), visitedLinks(rows)];
      const isFree = ({ nameKey }: Visit): boolean => free.has(nameKey) || !links.has(nameKey);
      return this.decide(visits.filter(isFree), links, (answers) =>
        visits.map((visit) => (isFree(visit) ? answers.shift()! : HELD)),
      );
    });
  }

  /** In order of arrival, up to the links' limits. */
  private decide<Result>(
    visits: readonly Visit[],
    links: Links,
    toResult: (answers: Answer[]) => Result,
  ): Step<Result> {
    const now = Date.now();
    const granted = new Map<number, number>();
    let isAnyLimited = false;
    let total = 0;
    const known: GrantedVisit[] = [];
    const answers = visits.map((visit): Answer => {
      const link = links.get(visit.nameKey);
      if (!link) return UNKNOWN;
      const before = granted.get(link.id) ?? 0;
      if (isGone(link, link.count + before, now)) return gone(link);
      if (link.passwordHash !== null && link.passwordHash !== visit.passwordHash) return LOCKED;
      if ((link.maxVisits !== null || link.card !== null) && visit.isBot()) return preview(link);
      granted.set(link.id, before + 1);
      total++;
      if (visit.facts) known.push({ linkId: link.id, facts: visit.facts });
      isAnyLimited ||= link.maxVisits !== null;
      return { is: 'redirect', link };
    });
    const ended = [...links.values()]
      .filter(({ id, count, maxVisits }) => granted.has(id) && maxVisits === count + granted.get(id)!)
      .map(({ id }) => id);
    const decision = (told: readonly Write[]) => ({
      writes: [
        ...this.links.counting(granted, isAnyLimited, ended),
        // One row per batch: batches that update a shared hourly count would wait for each other.
        ...this.portions.appending(now, total, known.length > 0 ? packVisits(known) : null),
        ...told,
      ],
      result: toResult(answers),
    });
    if (ended.length === 0) return decision([]);
    // Only for links that end: other visits need no more than the target.
    return { reads: [this.links.readWhole(ended)], proceed: ([rows]) => decision(this.telling(rows, now)) };
  }

  /** A count reaches each value of `maxVisits` only once, as it never decreases. */
  private telling(rows: Rows, at: number): Write[] {
    const ended = wholeLinks(rows).map((link) => toLinkDto({ ...link, count: link.maxVisits! }));
    return this.events.appending(ended.map((link) => ({ ...linkEndedEvent(link, 'maxVisits'), ...VISITOR, at })));
  }
}
