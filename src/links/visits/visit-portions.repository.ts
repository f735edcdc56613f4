import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, Repository } from 'typeorm';
import { Readers } from '../../platform/database/reader';
import type { Write } from '../../platform/database/statement-runner';
import { VisitPortion } from './visit-portion.entity';

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

  /** @param facts what is known of the visits (`packVisits`); null if nothing is */
  appending(at: number, visits: number, facts: string | null): Write[] {
    if (visits === 0) return [];
    return [
      { sql: 'INSERT INTO visit_portions (at, visits, facts) VALUES (?, ?, ?)', parameters: [at, visits, facts] },
    ];
  }

  async findOldest(limit: number): Promise<VisitPortion[]> {
    const rows = await this.readers.pages.read<readonly [id: number, at: number, visits: number, facts: string | null]>(
      {
        sql: 'SELECT id, at, visits, facts FROM visit_portions ORDER BY id LIMIT ?',
        parameters: [limit],
      },
    );
    return rows.map(([id, at, visits, facts]) => ({ id, at, visits, facts }));
  }

  /** @returns false if some were already gone; then don't count any */
  async delete(portions: readonly VisitPortion[]): Promise<boolean> {
    const { affected } = await this.portions.delete({ id: In(portions.map(({ id }) => id)) });
    return affected === portions.length;
  }
}
