import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMN = 'note';

/** What colleagues should know about a link. */
export class LinkNotes1791230010000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn('links', COLUMN)) return;
    const charset = runner.dataSource.options.type === 'mysql' ? ' CHARACTER SET utf8mb4 COLLATE utf8mb4_bin' : '';
    await runner.query(`ALTER TABLE links ADD COLUMN ${COLUMN} varchar(1000)${charset} NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE links DROP COLUMN ${COLUMN}`);
  }
}
