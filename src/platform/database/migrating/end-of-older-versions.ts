import type { MigrationInterface, QueryRunner } from 'typeorm';
import { REQUIRED_MIGRATIONS } from '../schema-state';

export interface SchemaStep extends MigrationInterface {
  /** Whether older versions would misjudge license keys afterwards: they stop answering, and don't start again. */
  readonly endsOlderVersions?: boolean;
  /** What background jobs then do with existing rows, in portions alongside the load. */
  readonly afterwards?: string;
}

/** How often an instance looks for such migrations. */
export const LOOK_EVERY_MS = 2000;
/** Time for running instances to step back: their next look, plus a statement's deadline. */
export const STEP_BACK_MS = 5000;

/** Records which migrations end older versions. @returns whether one is new */
export async function markEndOfOlderVersions(runner: QueryRunner): Promise<boolean> {
  // A migration creates this table; earlier versions never read it.
  if (!(await runner.hasTable(REQUIRED_MIGRATIONS))) return false;
  const rows = (await runner.query(`SELECT name FROM ${REQUIRED_MIGRATIONS}`)) as { name: unknown }[];
  const missing = runner.dataSource.migrations
    .filter((migration: SchemaStep) => migration.endsOlderVersions)
    .map(({ constructor }) => constructor.name)
    .filter((name) => !rows.some((row) => row.name === name));
  for (const name of missing) await runner.query(`INSERT INTO ${REQUIRED_MIGRATIONS} (name) VALUES (?)`, [name]);
  return missing.length > 0;
}
