import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Squirrel.Windows trusts files by their SHA-1. */
export class ReleaseSha11791290000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn('releases', 'sha1')) return;
    const charset = runner.dataSource.options.type === 'mysql' ? ' CHARACTER SET utf8mb4 COLLATE utf8mb4_bin' : '';
    await runner.query(`ALTER TABLE releases ADD COLUMN sha1 varchar(40)${charset} NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE releases DROP COLUMN sha1');
  }
}
