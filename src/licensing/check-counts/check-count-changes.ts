import type { Repository } from 'typeorm';
import { lockingRead } from '../../platform/database/locking-read';
import { DAY_MS, HOUR_MS } from '../../platform/time-ranges/spans';
import type { CheckCountProgress } from './check-count-progress.entity';
import type { CheckCount } from './check-count.entity';
import { type CheckSum, nameOf } from './check-sums';

const ROWS_A_STATEMENT = 100;

/** Read, add and write back is safe: published counts need the progress lock, a draft belongs to its rebuild. */
export class CheckCountChanges {
  constructor(
    private readonly counts: Repository<CheckCount>,
    private readonly progress: Repository<CheckCountProgress>,
  ) {}

  /** Locked until the transaction ends. */
  lockProgress(): Promise<CheckCountProgress> {
    return this.progress.findOneOrFail({ where: { id: 1 }, ...lockingRead(this.progress.manager) });
  }

  async moveProgress(changes: Partial<CheckCountProgress>): Promise<void> {
    await this.progress.update({ id: 1 }, changes);
  }

  /** Adds checks to the counts of a draft, or with 0 to the published ones. */
  async add(draft: number, sums: readonly CheckSum[]): Promise<void> {
    for (let first = 0; first < sums.length; first += ROWS_A_STATEMENT) {
      const some = sums.slice(first, first + ROWS_A_STATEMENT);
      const before = await this.find(draft, some);
      await this.put(
        draft,
        some.map((sum) => ({ ...sum, checks: sum.checks + (before.get(nameOf(sum)) ?? 0) })),
      );
    }
  }

  async dropDraft(draft: number): Promise<void> {
    await this.query('DELETE FROM check_counts WHERE draft = ?', [draft]);
  }

  /** Deletes drafts of interrupted rebuilds. */
  async dropDraftsBefore(draft: number): Promise<void> {
    await this.query('DELETE FROM check_counts WHERE draft > 0 AND draft < ?', [draft]);
  }

  /**
   * Replaces the published counts, hour by hour. Hours without logs stay; in the draft's oldest hour, some of whose
   * logs may be gone, the greater counts win.
   */
  async publish(draft: number): Promise<void> {
    await this.keepGreater(draft);
    // MySQL can't select from the table that it deletes from, except through a derived table.
    const hours =
      'SELECT startsAt FROM (SELECT DISTINCT startsAt FROM check_counts WHERE draft = ? AND span = ?) AS known';
    for (const span of [HOUR_MS, DAY_MS]) {
      const sql = `DELETE FROM check_counts WHERE draft = 0 AND span = ? AND startsAt IN (${hours})`;
      await this.query(sql, [span, draft, span]);
    }
    await this.query('UPDATE check_counts SET draft = 0 WHERE draft = ? AND span = ?', [draft, HOUR_MS]);
    // A day may contain hours that stayed, so it is summed anew.
    await this.query(
      `INSERT INTO check_counts (draft, span, startsAt, product, status, checks)
       SELECT 0, ${DAY_MS}, hours.startsAt - hours.startsAt % ${DAY_MS}, hours.product, hours.status, SUM(hours.checks)
       FROM check_counts hours
       WHERE hours.draft = 0 AND hours.span = ${HOUR_MS} AND hours.startsAt - hours.startsAt % ${DAY_MS} IN
         (SELECT startsAt FROM (SELECT DISTINCT startsAt FROM check_counts WHERE draft = ? AND span = ${DAY_MS}) AS days)
       GROUP BY hours.startsAt - hours.startsAt % ${DAY_MS}, hours.product, hours.status`,
      [draft],
    );
  }

  private async keepGreater(draft: number): Promise<void> {
    const oldest = await this.counts.findOne({ where: { draft, span: HOUR_MS }, order: { startsAt: 'ASC' } });
    if (!oldest) return;
    const hour = { span: HOUR_MS, startsAt: oldest.startsAt };
    const before = await this.counts.findBy({ draft: 0, ...hour });
    const rebuilt = new Map(
      (await this.counts.findBy({ draft, ...hour })).map((count) => [nameOf(count), count.checks]),
    );
    await this.put(
      draft,
      before.filter((count) => count.checks > (rebuilt.get(nameOf(count)) ?? 0)),
    );
  }

  private async find(draft: number, wanted: readonly CheckSum[]): Promise<ReadonlyMap<string, number>> {
    const named = wanted.map(() => '(draft = ? AND span = ? AND startsAt = ? AND product = ? AND status = ?)');
    const rows = await this.query<Omit<CheckCount, 'draft' | 'checks'> & { checks: number | string }>(
      `SELECT span, startsAt, product, status, checks FROM check_counts WHERE ${named.join(' OR ')}`,
      wanted.flatMap(({ span, startsAt, product, status }) => [draft, span, startsAt, product, status]),
    );
    return new Map(rows.map((row) => [nameOf(row), Number(row.checks)]));
  }

  private async put(draft: number, counts: readonly CheckSum[]): Promise<void> {
    for (let first = 0; first < counts.length; first += ROWS_A_STATEMENT) {
      const some = counts.slice(first, first + ROWS_A_STATEMENT);
      await this.query(
        `REPLACE INTO check_counts (draft, span, startsAt, product, status, checks) VALUES ${some.map(() => '(?, ?, ?, ?, ?, ?)').join(', ')}`,
        some.flatMap(({ span, startsAt, product, status, checks }) => [draft, span, startsAt, product, status, checks]),
      );
    }
  }

  private query<Row>(sql: string, parameters: (string | number)[]): Promise<Row[]> {
    return this.counts.manager.query(sql, parameters);
  }
}
