import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, Repository } from 'typeorm';
import { Readers } from '../platform/database/reader';
import type { Write } from '../platform/database/statement-runner';
import { VisitPortion } from './visit-portion.entity';

/** The one owner of the visit portions' table: visits that are recorded, and not counted by the hour yet. */
@Injectable()
export class VisitPortionsRepository {
  constructor(
    @InjectRepository(VisitPortion) private readonly portions: Repository<VisitPortion>,
    private readonly readers: Readers,
  ) {}

  /** The same within a transaction. */
  within(transaction: EntityManager): VisitPortionsRepository {
    return new VisitPortionsRepository(transaction.withRepository(this.portions), this.readers);
  }

  /** The statement that records visits, for the transaction that grants them; none where there are none. */
  appending(at: number, visits: number): Write[] {
    if (visits === 0) return [];
    return [{ sql: 'INSERT INTO visit_portions (at, visits) VALUES (?, ?)', parameters: [at, visits] }];
  }

  /** The oldest portions. */
  async findOldest(limit: number): Promise<VisitPortion[]> {
    const rows = await this.readers.pages.read<readonly [id: number, at: number, visits: number]>({
      sql: 'SELECT id, at, visits FROM visit_portions ORDER BY id LIMIT ?',
      parameters: [limit],
    });
    return rows.map(([id, at, visits]) => ({ id, at, visits }));
  }

  /** @returns whether all of them were still there; else nothing is to be made of them */
  async delete(portions: readonly VisitPortion[]): Promise<boolean> {
    const { affected } = await this.portions.delete({ id: In(portions.map(({ id }) => id)) });
    return affected === portions.length;
  }
}
