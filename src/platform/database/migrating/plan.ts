import type { DataSource, QueryRunner } from 'typeorm';
import { requireUnderstood, unknownIn } from '../schema-state';
import type { SchemaStep } from './end-of-older-versions';
import { type Change, type PlannedChange, PlannedRunner } from './planned-runner';

export interface PlannedStep extends PlannedChange {
  /** Rows of the table; an estimate on servers. 0 for a new one. */
  readonly rows: number;
  /** An estimate. */
  readonly seconds: number;
}

export interface PlannedMigration {
  readonly name: string;
  readonly endsOlderVersions: boolean;
  /** What background jobs do afterwards, in portions alongside the load. */
  readonly afterwards: string | undefined;
  readonly steps: readonly PlannedStep[];
}

/**
 * Seconds per million rows, for changes that read or rewrite a whole table; others don't depend on its size. Estimated
 * for wide rows on a slow disk, rather too long than too short.
 */
const SECONDS_PER_MILLION: Partial<Record<Change, number>> = {
  'builds an index on': 4,
  'changes a column of': 8,
  'changes rows of': 20,
};
/** SQLite rewrites the table; servers only change metadata. */
const DROPS_ON_SQLITE = 8;

/** Only reads. @returns what pending migrations would do. @throws {Error} if it doesn't know all of the schema */
export async function planMigrations(dataSource: DataSource): Promise<PlannedMigration[]> {
  const { pending, unknown } = await requireUnderstood(dataSource);
  if (unknown.length > 0) throw new Error(unknownIn(unknown, 'Plan with the newer one.'));
  const runner = dataSource.createQueryRunner();
  try {
    const planned = new PlannedRunner(runner);
    const rows = new RowCounts(runner);
    const plan: PlannedMigration[] = [];
    for (const migration of dataSource.migrations as SchemaStep[]) {
      const { name } = migration.constructor;
      if (!pending.includes(name)) continue;
      const before = planned.changes.length;
      // Implements everything that our migrations use.
      await migration.up(planned as unknown as QueryRunner);
      const steps: PlannedStep[] = [];
      for (const change of planned.changes.slice(before)) steps.push(await rows.stepOf(change));
      const { endsOlderVersions = false, afterwards } = migration;
      plan.push({ name, endsOlderVersions, afterwards, steps });
    }
    return plan;
  } finally {
    await runner.release();
  }
}

class RowCounts {
  private readonly known = new Map<string, number>();
  private readonly isServer: boolean;

  constructor(private readonly runner: QueryRunner) {
    this.isServer = runner.dataSource.options.type === 'mysql';
  }

  async stepOf({ does, table }: PlannedChange): Promise<PlannedStep> {
    const rows = does === 'creates the table' ? 0 : await this.of(table);
    const perMillion =
      does === 'drops a column of' && !this.isServer ? DROPS_ON_SQLITE : (SECONDS_PER_MILLION[does] ?? 0);
    return { does, table, rows, seconds: Math.ceil((rows / 1e6) * perMillion * 10) / 10 };
  }

  private async of(table: string): Promise<number> {
    if (!this.known.has(table)) this.known.set(table, await this.count(table));
    return this.known.get(table)!;
  }

  /** An exact count would read the whole table on a server. */
  private async count(table: string): Promise<number> {
    const sql = this.isServer
      ? 'SELECT TABLE_ROWS AS count FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ?'
      : `SELECT COUNT(*) AS count FROM "${table}"`;
    const [row] = (await this.runner.query(sql, this.isServer ? [table] : [])) as { count: unknown }[];
    return Number(row?.count ?? 0);
  }
}
