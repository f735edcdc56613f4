import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, Repository } from 'typeorm';
import { Readers } from '../../platform/database/reader';
import { marks, StatementRunner } from '../../platform/database/statement-runner';
import { VisitSum } from './visit-sum.entity';

const ROWS_A_STATEMENT = 50;
const LINKS_A_STATEMENT = 500;
const SUMMED = ['visits', 'bots', 'visitors', 'facts', 'seen'];

export const ALL_LINKS = 0;

/** Parts of an interval: whole days, and the hours before and after them. */
export interface SumRange {
  readonly from: number;
  readonly firstDay: number;
  readonly lastDay: number;
  readonly to: number;
}

export type FoundSum = Omit<VisitSum, 'hours' | 'startsAt'>;
export type SumRow = Pick<VisitSum, 'linkId' | 'hours' | 'startsAt' | 'visits' | 'bots' | 'visitors'>;
type FactsRow = SumRow & Pick<VisitSum, 'facts'>;

type Row = readonly [
  linkId: number,
  hours: number,
  startsAt: number,
  visits: number,
  bots: number,
  visitors: number,
  facts: string,
];

@Injectable()
export class VisitSumsRepository {
  constructor(
    @InjectRepository(VisitSum) private readonly sums: Repository<VisitSum>,
    private readonly readers: Readers,
    private readonly statements: StatementRunner,
  ) {}

  within(transaction: EntityManager): VisitSumsRepository {
    return new VisitSumsRepository(transaction.withRepository(this.sums), this.readers, this.statements);
  }

  /** The rows of these links that begin at a time, by link. */
  async find(hours: 1 | 24, startsAt: number, linkIds: readonly number[]): Promise<Map<number, FoundSum>> {
    const found = new Map<number, FoundSum>();
    for (let at = 0; at < linkIds.length; at += LINKS_A_STATEMENT) {
      const some = linkIds.slice(at, at + LINKS_A_STATEMENT);
      const rows = (await this.sums.manager.query(
        `SELECT link_id AS linkId, visits, bots, visitors, facts, ${hours === 24 ? 'seen' : 'NULL AS seen'} FROM visit_sums WHERE hours = ? AND startsAt = ? AND link_id IN (${marks(some)})`,
        [hours, startsAt, ...some],
      )) as FoundSum[];
      for (const row of rows) found.set(row.linkId, row);
    }
    return found;
  }

  /** Replaces rows of the same link and time. */
  async replace(rows: readonly VisitSum[]): Promise<void> {
    // REPLACE would also rewrite both index entries.
    const update = this.statements.isShared
      ? `ON DUPLICATE KEY UPDATE ${SUMMED.map((name) => `${name} = VALUES(${name})`).join(', ')}`
      : `ON CONFLICT (link_id, hours, startsAt) DO UPDATE SET ${SUMMED.map((name) => `${name} = excluded.${name}`).join(', ')}`;
    for (let at = 0; at < rows.length; at += ROWS_A_STATEMENT) {
      const some = rows.slice(at, at + ROWS_A_STATEMENT);
      await this.sums.manager.query(
        `INSERT INTO visit_sums (link_id, hours, startsAt, visits, bots, visitors, facts, seen) VALUES ${some.map(() => '(?, ?, ?, ?, ?, ?, ?, ?)').join(', ')} ${update}`,
        some.flatMap((row) => [
          row.linkId,
          row.hours,
          row.startsAt,
          row.visits,
          row.bots,
          row.visitors,
          row.facts,
          row.seen,
        ]),
      );
    }
  }

  async deleteOf(linkId: number): Promise<void> {
    await this.sums.delete({ linkId });
  }

  /** Deletes hours from before a time, and the visitor sets of days that began before another. @returns whether there may be more */
  async age(hoursBefore: number, seenBefore: number): Promise<boolean> {
    let isMore = false;
    const old = await this.readers.streams.read<readonly [number, number]>({
      sql: 'SELECT link_id, startsAt FROM visit_sums WHERE hours = 1 AND startsAt < ? ORDER BY startsAt LIMIT ?',
      parameters: [hoursBefore, LINKS_A_STATEMENT],
    });
    for (const [startsAt, linkIds] of byTime(old)) {
      await this.sums.delete({ hours: 1, startsAt, linkId: In(linkIds) });
      isMore = true;
    }
    const seen = await this.readers.streams.read<readonly [number, number]>({
      sql: 'SELECT link_id, startsAt FROM visit_sums WHERE hours = 24 AND startsAt < ? AND startsAt >= ? AND seen IS NOT NULL ORDER BY startsAt LIMIT ?',
      parameters: [seenBefore, hoursBefore, LINKS_A_STATEMENT],
    });
    for (const [startsAt, linkIds] of byTime(seen)) {
      await this.sums.update({ hours: 24, startsAt, linkId: In(linkIds) }, { seen: null });
      isMore = true;
    }
    return isMore;
  }

  /** Includes the facts of visits; read on demand. */
  async *readFacts(linkIds: readonly number[], range: SumRange): AsyncGenerator<FactsRow[]> {
    for (const linkId of linkIds) {
      const rows = await this.readers.pages.read<Row>({
        sql: `SELECT link_id, hours, startsAt, visits, bots, visitors, facts FROM visit_sums WHERE link_id = ? AND hours = 24 AND startsAt >= ? AND startsAt < ?
          UNION ALL SELECT link_id, hours, startsAt, visits, bots, visitors, facts FROM visit_sums WHERE link_id = ? AND hours = 1 AND startsAt >= ? AND startsAt < ?
          UNION ALL SELECT link_id, hours, startsAt, visits, bots, visitors, facts FROM visit_sums WHERE link_id = ? AND hours = 1 AND startsAt >= ? AND startsAt < ?`,
        parameters: [
          linkId,
          range.firstDay,
          range.lastDay,
          linkId,
          range.from,
          range.firstDay,
          linkId,
          range.lastDay,
          range.to,
        ],
      });
      yield rows.map(([id, hours, startsAt, visits, bots, visitors, facts]) => ({
        linkId: id,
        hours,
        startsAt,
        visits,
        bots,
        visitors,
        facts,
      }));
    }
  }

  /** Total of some links, in chronological order. */
  async readCounts(linkIds: readonly number[], hours: 1 | 24, from: number, to: number): Promise<SumRow[]> {
    const found: SumRow[] = [];
    for (let at = 0; at < linkIds.length; at += LINKS_A_STATEMENT) {
      const some = linkIds.slice(at, at + LINKS_A_STATEMENT);
      const rows = await this.readers.pages.read<readonly [number, ...(number | string)[]]>({
        sql: `SELECT startsAt, SUM(visits), SUM(bots), SUM(visitors) FROM visit_sums WHERE link_id IN (${marks(some)}) AND hours = ? AND startsAt >= ? AND startsAt < ? GROUP BY startsAt ORDER BY startsAt`,
        parameters: [...some, hours, from, to],
      });
      for (const [startsAt, visits, bots, visitors] of rows.map((row) => row.map(Number))) {
        found.push({ linkId: ALL_LINKS, hours, startsAt, visits, bots, visitors });
      }
    }
    return found;
  }
}

function byTime(rows: readonly (readonly [linkId: number, startsAt: number])[]): Map<number, number[]> {
  const times = new Map<number, number[]>();
  for (const [linkId, startsAt] of rows) times.set(startsAt, [...(times.get(startsAt) ?? []), linkId]);
  return times;
}
