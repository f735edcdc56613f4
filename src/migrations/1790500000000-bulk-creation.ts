import type { MigrationInterface, QueryRunner } from 'typeorm';

export class BulkCreation1790500000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn('idempotency_keys', 'furtherIds')) return;
    // Raw SQL: the Table API would copy every row of a SQLite file.
    await runner.query('ALTER TABLE idempotency_keys ADD COLUMN furtherIds blob NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE idempotency_keys DROP COLUMN furtherIds');
  }
}
