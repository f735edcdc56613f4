import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which uses were taken back. Added at the end and without a default, so that no database rewrites its rows. */
export class WithdrawnUses1791188000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn('uses', 'withdrawnAt')) return;
    await runner.query('ALTER TABLE uses ADD COLUMN withdrawnAt bigint NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE uses DROP COLUMN withdrawnAt');
  }
}
