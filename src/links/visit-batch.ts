import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In } from 'typeorm';
import { lockingRead } from '../database/locking-read';
import { createStatementRunner, type Statement, type StatementRunner } from '../database/statement-runner';
import { retryConflicts } from '../database/transaction';
import { type Destination, isOver, OVER } from './link-limits';
import { Link } from './link.entity';

type LinkRow = readonly [
  id: number,
  nameKey: string,
  url: string,
  count: number,
  expiresAt: number | null,
  maxVisits: number | null,
];

type VisitedLink = Readonly<Pick<Link, 'id' | 'nameKey' | 'url' | 'count' | 'expiresAt' | 'maxVisits'>>;

/** Links by what their names are found by. */
type Links = ReadonlyMap<string, VisitedLink>;

/** Counts a batch of visits in one transaction. */
@Injectable()
export class VisitBatch {
  private readonly statements: StatementRunner;

  constructor(@InjectDataSource() private readonly dataSource: DataSource) {
    this.statements = createStatementRunner(dataSource);
  }

  /** How many batches may usefully be under way at a time. */
  get concurrency(): number {
    return this.statements.concurrency;
  }

  /** @returns for each name where it leads, once its visit is counted on disk; what leads nowhere isn't counted */
  async commit(nameKeys: string[]): Promise<Destination[]> {
    const links = await this.read([...new Set(nameKeys)]);
    const now = Date.now();
    // Those that are over already need no lock: a count never falls.
    const limited = [...links.values()].filter((link) => link.maxVisits !== null && !isOver(link, link.count, now));
    if (limited.length > 0) return this.commitLimited(nameKeys, links, limited);
    const { destinations, visits } = judge(nameKeys, links, now);
    if (visits.size > 0) await this.statements.commit([addVisits(visits, [])]);
    return destinations;
  }

  /** Those of some visits whose links another transaction holds at this moment. */
  async findHeld(nameKeys: string[]): Promise<string[]> {
    const links = await this.read([...new Set(nameKeys)]);
    const ids = [...links.values()].map(({ id }) => id);
    const free = await this.statements.findFreeRows('links', ids);
    return nameKeys.filter((nameKey) => {
      const link = links.get(nameKey);
      return link !== undefined && !free.has(link.id);
    });
  }

  private async read(nameKeys: string[]): Promise<Links> {
    const rows = await this.statements.read<LinkRow>({
      sql: `SELECT id, name_key, url, \`count\`, expiresAt, maxVisits FROM links WHERE name_key IN (${marks(nameKeys)})`,
      parameters: nameKeys,
    });
    return new Map(
      rows.map(([id, nameKey, url, count, expiresAt, maxVisits]) => [
        nameKey,
        { id, nameKey, url, count, expiresAt, maxVisits },
      ]),
    );
  }

  /**
   * Judges a batch under the locks of its limited links, so that nobody else counts visits of them in between. All
   * instances take these first and by ascending id, then those of the other links by ascending id: no two wait for
   * each other.
   */
  private commitLimited(nameKeys: string[], links: Links, limited: readonly VisitedLink[]): Promise<Destination[]> {
    const ids = limited.map(({ id }) => id);
    const judgeLocked = async (manager: EntityManager): Promise<Destination[]> => {
      const current = new Map(links);
      // One that was deleted since stays away.
      for (const { nameKey } of limited) current.delete(nameKey);
      for (const link of await lockLinks(manager, ids)) current.set(link.nameKey, link);
      const { destinations, visits } = judge(nameKeys, current, Date.now());
      if (visits.size > 0) {
        const { sql, parameters } = addVisits(visits, ids);
        await manager.query(sql, parameters);
      }
      return destinations;
    };
    // Who waited for a row in vain tells the batcher, which goes on without the visits that need it.
    return retryConflicts(() => this.dataSource.transaction(judgeLocked), ['conflict']);
  }
}

/** Grants visits in the order they came, as long as their links last. */
function judge(
  nameKeys: string[],
  links: Links,
  now: number,
): { destinations: Destination[]; visits: Map<number, number> } {
  const visits = new Map<number, number>();
  const destinations = nameKeys.map((nameKey): Destination => {
    const link = links.get(nameKey);
    if (!link) return undefined;
    const granted = visits.get(link.id) ?? 0;
    if (isOver(link, link.count + granted, now)) return OVER;
    visits.set(link.id, granted + 1);
    return link.url;
  });
  return { destinations, visits };
}

function lockLinks(manager: EntityManager, ids: number[]): Promise<VisitedLink[]> {
  return manager.find(Link, {
    select: { id: true, nameKey: true, url: true, count: true, expiresAt: true, maxVisits: true },
    where: { id: In(ids) },
    order: { id: 'ASC' },
    ...lockingRead(manager),
  });
}

/**
 * One statement, which takes its row locks by ascending id. It fails for a link that got its limit after it was read,
 * since no count may be null, and the batcher judges again.
 * @param locked links whose limit was judged under their locks
 */
function addVisits(visits: ReadonlyMap<number, number>, locked: number[]): Statement {
  const sorted = [...visits].toSorted(([a], [b]) => a - b);
  const judged = locked.length > 0 ? `maxVisits IS NULL OR id IN (${marks(locked)})` : 'maxVisits IS NULL';
  const added = `CASE id ${sorted.map(() => 'WHEN ? THEN ?').join(' ')} ELSE 0 END`;
  return {
    sql: `UPDATE links SET \`count\` = CASE WHEN ${judged} THEN \`count\` + ${added} END WHERE id IN (${marks(sorted)})`,
    parameters: [...locked, ...sorted.flat(), ...sorted.map(([id]) => id)],
  };
}

function marks(values: readonly unknown[]): string {
  return Array(values.length).fill('?').join(', ');
}
