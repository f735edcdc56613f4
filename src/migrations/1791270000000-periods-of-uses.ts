import type { MigrationInterface, QueryRunner } from 'typeorm';

/** In which period of its meter a use counted. Added at the end and without a default, so that no database rewrites its rows. */
export class PeriodsOfUses1791270000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const charset = runner.dataSource.options.type === 'mysql' ? ' CHARACTER SET ascii COLLATE ascii_bin' : '';
    if (await runner.hasColumn('uses', 'period')) return;
    await runner.query(`ALTER TABLE uses ADD COLUMN period varchar(10)${charset} NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE uses DROP COLUMN period');
  }
}
