import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Links say what programs show of them. */
export class LinkCards1791280000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn('links', 'card')) return;
    const charset = runner.dataSource.options.type === 'mysql' ? ' CHARACTER SET utf8mb4 COLLATE utf8mb4_bin' : '';
    await runner.query(`ALTER TABLE links ADD COLUMN card text${charset} NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE links DROP COLUMN card');
  }
}
