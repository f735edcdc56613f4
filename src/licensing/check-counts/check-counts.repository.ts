import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Repository } from 'typeorm';
import { Readers } from '../../platform/database/reader';
import { CheckCountChanges } from './check-count-changes';
import { CheckCountProgress } from './check-count-progress.entity';
import { CheckCount } from './check-count.entity';

/** A count as it is read. */
export type CheckCountRow = readonly [startsAt: number, product: number, status: string, checks: number];

/** How far the counting has come. */
export type Progress = Readonly<Pick<CheckCountProgress, 'lastLog' | 'upTo' | 'draft'>>;

/** Counts that one statement reads. */
const ROWS_A_STATEMENT = 5000;

/** The one owner of the tables that hold how many checks there were, and how far they are counted. */
@Injectable()
export class CheckCountsRepository {
  constructor(
    @InjectRepository(CheckCount) private readonly counts: Repository<CheckCount>,
    @InjectRepository(CheckCountProgress) private readonly progress: Repository<CheckCountProgress>,
    private readonly readers: Readers,
  ) {}

  /** What changes counts within a transaction. */
  within(transaction: EntityManager): CheckCountChanges {
    return new CheckCountChanges(transaction.withRepository(this.counts), transaction.withRepository(this.progress));
  }

  /** @throws {Error} when there is none: it was made with the table */
  async readProgress(): Promise<Progress> {
    const sql = 'SELECT lastLog, upTo, draft FROM check_count_progress WHERE id = 1';
    const [row] = await this.readers.pages.read<readonly [number, number, number]>({ sql, parameters: [] });
    if (!row) throw new Error('The table check_count_progress is empty: put its row back, (1, 0, 0, 0).');
    const [lastLog, upTo, draft] = row;
    return { lastLog, upTo, draft };
  }

  /**
   * The counts of the hours or days that begin within a time, in its order; some at a time, the next are read when they
   * are asked for.
   * @param span an hour or a day, in milliseconds
   */
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
