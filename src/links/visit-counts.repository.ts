import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Repository } from 'typeorm';
import { Readers } from '../platform/database/reader';
import { VisitCount } from './visit-count.entity';

/** Counts that one statement reads. */
const ROWS_A_STATEMENT = 5000;

/** The one owner of the visit counts' table. */
@Injectable()
export class VisitCountsRepository {
  constructor(
    @InjectRepository(VisitCount) private readonly counts: Repository<VisitCount>,
    private readonly readers: Readers,
  ) {}

  /** The same within a transaction. */
  within(transaction: EntityManager): VisitCountsRepository {
    return new VisitCountsRepository(transaction.withRepository(this.counts), this.readers);
  }

  /**
   * Adds visits to an hour.
   * @throws {Error} 'duplicate' (`databaseFault`) when another instance begins the hour at the same moment
   */
  async add({ startsAt, visits }: VisitCount): Promise<void> {
    const { affected } = await this.counts.increment({ startsAt }, 'visits', visits);
    if (affected === 0) await this.counts.insert({ startsAt, visits });
  }

  /** The counts of the hours that begin within a time, in its order; the next are read when they are asked for. */
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
