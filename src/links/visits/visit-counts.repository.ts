import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Repository } from 'typeorm';
import { Readers } from '../../platform/database/reader';
import { VisitCount } from './visit-count.entity';

const ROWS_A_STATEMENT = 5000;

@Injectable()
export class VisitCountsRepository {
  constructor(
    @InjectRepository(VisitCount) private readonly counts: Repository<VisitCount>,
    private readonly readers: Readers,
  ) {}

  within(transaction: EntityManager): VisitCountsRepository {
    return new VisitCountsRepository(transaction.withRepository(this.counts), this.readers);
  }

  /** @throws {Error} 'duplicate' (`databaseFault`) if another instance adds the hour at the same time */
  async add({ startsAt, visits }: VisitCount): Promise<void> {
    const { affected } = await this.counts.increment({ startsAt }, 'visits', visits);
    if (affected === 0) await this.counts.insert({ startsAt, visits });
  }

  /** In chronological order; pages are read on demand. */
  async *read(from: number, to: number): AsyncGenerator<VisitCount[]> {
    for (let start = from; ;) {
      const rows = await this.readers.pages.read<readonly [startsAt: number, visits: number]>({
        sql: 'SELECT startsAt, visits FROM visit_counts WHERE startsAt >= ? AND startsAt < ? ORDER BY startsAt LIMIT ?',
        parameters: [start, to, ROWS_A_STATEMENT],
      });
      yield rows.map(([startsAt, visits]) => ({ startsAt, visits }));
      if (rows.length < ROWS_A_STATEMENT) return;
      start = rows[rows.length - 1][0] + 1;
    }
  }
}
