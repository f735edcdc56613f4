import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Links lead some visitors elsewhere. */
export class LinkRules1791240010000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn('links', 'rules')) return;
    const charset = runner.dataSource.options.type === 'mysql' ? ' CHARACTER SET utf8mb4 COLLATE utf8mb4_bin' : '';
    await runner.query(`ALTER TABLE links ADD COLUMN rules text${charset} NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE links DROP COLUMN rules');
  }
}
