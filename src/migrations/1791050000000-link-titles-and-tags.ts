import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMNS = { title: 'varchar(200)', tags: 'varchar(520)' };

/** What people call a link, and how they group links. */
export class LinkTitlesAndTags1791050000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const isServer = runner.dataSource.options.type === 'mysql';
    const charset = isServer ? ' CHARACTER SET utf8mb4 COLLATE utf8mb4_bin' : '';
    // MySQL commits each change separately: a rerun makes what is missing.
    for (const [column, type] of Object.entries(COLUMNS)) {
      if (await runner.hasColumn('links', column)) continue;
      await runner.query(`ALTER TABLE links ADD COLUMN ${column} ${type}${charset} NULL`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const column of Object.keys(COLUMNS)) await runner.query(`ALTER TABLE links DROP COLUMN ${column}`);
  }
}
