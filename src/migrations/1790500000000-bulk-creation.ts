import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Room for all ids of a creation in bulk in its record of idempotency. */
export class BulkCreation1790500000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // MySQL commits each change at once: a start that was cut short may have made this one.
    if (await runner.hasColumn('idempotency_keys', 'furtherIds')) return;
    // Both databases add an empty column at once; the Table API would copy every row of a SQLite file.
    await runner.query('ALTER TABLE idempotency_keys ADD COLUMN furtherIds blob NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE idempotency_keys DROP COLUMN furtherIds');
  }
}
