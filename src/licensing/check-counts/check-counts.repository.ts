import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Repository } from 'typeorm';
import { Readers } from '../../platform/database/reader';
import { CheckCountChanges } from './check-count-changes';
import { CheckCountProgress } from './check-count-progress.entity';
import { CheckCount } from './check-count.entity';

type CheckCountRow = readonly [startsAt: number, product: number, status: string, checks: number];

type Progress = Readonly<Pick<CheckCountProgress, 'lastLog' | 'upTo' | 'draft'>>;

const ROWS_A_STATEMENT = 5000;

@Injectable()
export class CheckCountsRepository {
  constructor(
    @InjectRepository(CheckCount) private readonly counts: Repository<CheckCount>,
    @InjectRepository(CheckCountProgress) private readonly progress: Repository<CheckCountProgress>,
    private readonly readers: Readers,
  ) {}

  within(transaction: EntityManager): CheckCountChanges {
    return new CheckCountChanges(transaction.withRepository(this.counts), transaction.withRepository(this.progress));
  }

  /** @throws {Error} if the row is missing: it is created with the table */
  async readProgress(): Promise<Progress> {
    const sql = 'SELECT lastLog, upTo, draft FROM check_count_progress WHERE id = 1';
    const [row] = await this.readers.pages.read<readonly [number, number, number]>({ sql, parameters: [] });
    if (!row) throw new Error('The table check_count_progress is empty: put its row back, (1, 0, 0, 0).');
    const [lastLog, upTo, draft] = row;
    return { lastLog, upTo, draft };
  }

  /** Counts in a range, ordered by time, read as needed. @param span an hour or a day, in milliseconds */
  async *read(span: number, from: number, to: number): AsyncGenerator<CheckCountRow[]> {
    let rows: CheckCountRow[] = [];
    do {
      const [startsAt, product, status] = rows.at(-1) ?? [from, -1, ''];
      rows = await this.readers.pages.read<CheckCountRow>({
        sql: `SELECT startsAt, product, status, checks FROM check_counts WHERE draft = 0 AND span = ? AND startsAt >= ? AND startsAt < ?
          AND (startsAt > ? OR product > ? OR (product = ? AND status > ?)) ORDER BY startsAt, product, status LIMIT ?`,
        parameters: [span, startsAt, to, startsAt, product, product, status, ROWS_A_STATEMENT],
      });
      yield rows;
    } while (rows.length === ROWS_A_STATEMENT);
  }
}
