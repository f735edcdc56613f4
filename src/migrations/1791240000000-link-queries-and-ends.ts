import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Links hand on queries, and lead on when they have ended. */
export class LinkQueriesAndEnds1791240000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const isServer = runner.dataSource.options.type === 'mysql';
    const charset = isServer ? ' CHARACTER SET utf8mb4 COLLATE utf8mb4_bin' : '';
    const columns = { forwardQuery: isServer ? 'tinyint(1)' : 'boolean', endedUrl: `varchar(2048)${charset}` };
    for (const [name, type] of Object.entries(columns)) {
      if (!(await runner.hasColumn('links', name)))
        await runner.query(`ALTER TABLE links ADD COLUMN ${name} ${type} NULL`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of ['endedUrl', 'forwardQuery']) await runner.query(`ALTER TABLE links DROP COLUMN ${name}`);
  }
}
