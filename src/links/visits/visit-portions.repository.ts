import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, Repository } from 'typeorm';
import { Readers } from '../../platform/database/reader';
import type { Write } from '../../platform/database/statement-runner';
import { VisitPortion } from './visit-portion.entity';

type PortionRow = readonly [id: number, at: number, visits: number, facts: string | null];

const toPortion = ([id, at, visits, facts]: PortionRow): VisitPortion => ({ id, at, visits, facts });

/** Portions are kept at least this long, for live views. */
export const SHOWN_MS = 1000;
/** Portions from further in the future are counted at once: a clock is or was wrong. */
const AHEAD_MS = 10_000;

/** Owns the table of visit portions: visits that aren't counted by the hour yet. */
@Injectable()
export class VisitPortionsRepository {
  constructor(
    @InjectRepository(VisitPortion) private readonly portions: Repository<VisitPortion>,
    private readonly readers: Readers,
  ) {}

  within(transaction: EntityManager): VisitPortionsRepository {
    return new VisitPortionsRepository(transaction.withRepository(this.portions), this.readers);
  }

  /** @param facts of the visits (`packVisits`); null without any */
  appending(at: number, visits: number, facts: string | null): Write[] {
    if (visits === 0) return [];
    return [
      { sql: 'INSERT INTO visit_portions (at, visits, facts) VALUES (?, ?, ?)', parameters: [at, visits, facts] },
    ];
  }

  /** When the oldest visits came; undefined if all are counted. */
  async findOldestTime(): Promise<number | undefined> {
    const [row] = await this.readers.pages.read<readonly [at: number]>({
      sql: 'SELECT at FROM visit_portions ORDER BY id LIMIT 1',
      parameters: [],
    });
    return row?.[0];
  }

  /** The oldest portions that live views have seen. @param now milliseconds since the Unix epoch */
  async findOldestShown(limit: number, now: number): Promise<VisitPortion[]> {
    const rows = await this.readers.pages.read<PortionRow>({
      sql: 'SELECT id, at, visits, facts FROM visit_portions WHERE at < ? OR at > ? ORDER BY id LIMIT ?',
      parameters: [now - SHOWN_MS, now + AHEAD_MS, limit],
    });
    return rows.map(toPortion);
  }

  /** Descending by id. */
  async findNewest(limit: number): Promise<VisitPortion[]> {
    const rows = await this.readers.live.read<PortionRow>({
      sql: 'SELECT id, at, visits, facts FROM visit_portions ORDER BY id DESC LIMIT ?',
      parameters: [limit],
    });
    return rows.map(toPortion);
  }

  /** @returns false if some were gone already; then count none */
  async delete(portions: readonly VisitPortion[]): Promise<boolean> {
    const { affected } = await this.portions.delete({ id: In(portions.map(({ id }) => id)) });
    return affected === portions.length;
  }
}
