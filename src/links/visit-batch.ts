import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { HELD } from '../database/group-commit/held-rows';
import {
  createStatementRunner,
  type Decision,
  marks,
  type Read,
  type Rows,
  type StatementRunner,
  type Write,
} from '../database/statement-runner';
import { type Destination, isOver, OVER } from './link-limits';
import type { Link } from './link.entity';

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

  constructor(@InjectDataSource() dataSource: DataSource) {
    this.statements = createStatementRunner(dataSource);
  }

  /** How many batches may usefully be under way at a time. */
  get concurrency(): number {
    return this.statements.concurrency;
  }

  /** @returns for each name where it leads, once its visit is counted on disk; what leads nowhere isn't counted */
  commit(nameKeys: readonly string[]): Promise<Destination[]> {
    return this.statements.transact([readOf(nameKeys)], ([rows]) => decide(nameKeys, linksOf(rows)));
  }

  /** As `commit`, without waiting for links that another transaction holds: their visits get `HELD`. */
  commitFree(nameKeys: readonly string[]): Promise<(Destination | typeof HELD)[]> {
    const reads = [{ ...readOf(nameKeys), skipsHeld: true }, readOf(nameKeys)];
    return this.statements.transact(reads, ([freeRows, rows]) => {
      const [free, links] = [linksOf(freeRows), linksOf(rows)];
      const isFree = (nameKey: string): boolean => free.has(nameKey) || !links.has(nameKey);
      const { writes, result } = decide(nameKeys.filter(isFree), links);
      return { writes, result: nameKeys.map((nameKey) => (isFree(nameKey) ? result.shift() : HELD)) };
    });
  }
}

function readOf(nameKeys: readonly string[]): Read {
  const names = [...new Set(nameKeys)];
  return {
    sql: `SELECT id, name_key, url, \`count\`, expiresAt, maxVisits FROM links WHERE name_key IN (${marks(names)})`,
    parameters: names,
  };
}

function linksOf(rows: Rows): Links {
  return new Map(
    (rows as readonly LinkRow[]).map(([id, nameKey, url, count, expiresAt, maxVisits]) => [
      nameKey,
      { id, nameKey, url, count, expiresAt, maxVisits },
    ]),
  );
}

/** Grants visits in the order they came, as long as their links last. */
function decide(nameKeys: readonly string[], links: Links): Decision<Destination[]> {
  const now = Date.now();
  const visits = new Map<number, number>();
  let isAnyLimited = false;
  const result = nameKeys.map((nameKey): Destination => {
    const link = links.get(nameKey);
    if (!link) return undefined;
    const granted = visits.get(link.id) ?? 0;
    if (isOver(link, link.count + granted, now)) return OVER;
    visits.set(link.id, granted + 1);
    isAnyLimited ||= link.maxVisits !== null;
    return link.url;
  });
  return { writes: visits.size === 0 ? [] : [addVisits(visits, isAnyLimited)], result };
}

/**
 * One statement, which takes its row locks by ascending id. When a link has got a limit since it was read, or has had others'
 * visits up to its limit, all are judged again: limited ones change too few rows then, and for the others a null would be
 * counted, which fails by itself and so spares a round trip.
 */
function addVisits(visits: ReadonlyMap<number, number>, isAnyLimited: boolean): Write {
  const sorted = [...visits].toSorted(([a], [b]) => a - b);
  const ids = sorted.map(([id]) => id);
  const added = `CASE id ${sorted.map(() => 'WHEN ? THEN ?').join(' ')} ELSE 0 END`;
  if (!isAnyLimited) {
    return {
      sql: `UPDATE links SET \`count\` = CASE WHEN maxVisits IS NULL THEN \`count\` + ${added} END WHERE id IN (${marks(ids)})`,
      parameters: [...sorted.flat(), ...ids],
    };
  }
  return {
    sql: `UPDATE links SET \`count\` = \`count\` + ${added} WHERE id IN (${marks(ids)}) AND (maxVisits IS NULL OR \`count\` + ${added} <= maxVisits)`,
    parameters: [...sorted.flat(), ...ids, ...sorted.flat()],
    affects: ids.length,
  };
}
