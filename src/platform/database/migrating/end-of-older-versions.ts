import type { MigrationInterface, QueryRunner } from 'typeorm';
import { REQUIRED_MIGRATIONS } from '../schema-state';

/** A migration of keylink's. */
export interface SchemaStep extends MigrationInterface {
  /**
   * Whether a version that doesn't know this migration would judge license keys wrongly afterwards: such a one doesn't start any
   * more, and where it runs, stops answering.
   */
  readonly endsOlderVersions?: boolean;
}

/** How often an instance looks whether it was ended, in milliseconds. */
export const LOOK_EVERY_MS = 2000;
/** How long a migration that ends older versions waits for those that run: their next look, and the deadline of a statement. */
export const STEP_BACK_MS = 5000;

/**
 * Writes down which migrations end older versions.
 * @returns whether one is new, in a schema that instances may be running on
 */
export async function markEndOfOlderVersions(runner: QueryRunner): Promise<boolean> {
  // A migration makes it; before, no version looks there.
  if (!(await runner.hasTable(REQUIRED_MIGRATIONS))) return false;
  const rows = (await runner.query(`SELECT name FROM ${REQUIRED_MIGRATIONS}`)) as { name: unknown }[];
  const missing = runner.dataSource.migrations
    .filter((migration: SchemaStep) => migration.endsOlderVersions)
    .map(({ constructor }) => constructor.name)
    .filter((name) => !rows.some((row) => row.name === name));
  for (const name of missing) await runner.query(`INSERT INTO ${REQUIRED_MIGRATIONS} (name) VALUES (?)`, [name]);
  return missing.length > 0;
}
