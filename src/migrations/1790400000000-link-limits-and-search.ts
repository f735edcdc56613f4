import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';

const COLUMNS = ['expiresAt', 'maxVisits'];
const CREATOR_INDEX = 'ix_links_creator';

export class LinkLimitsAndSearch1790400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // MySQL commits each change separately: a rerun makes what is missing.
    for (const column of COLUMNS) {
      if (await runner.hasColumn('links', column)) continue;
      // Raw SQL: the Table API would copy every row of a SQLite file.
      await runner.query(`ALTER TABLE links ADD COLUMN ${column} bigint NULL`);
    }
    const table = await runner.getTable('links');
    if (table?.indices.some(({ name }) => name === CREATOR_INDEX)) return;
    await runner.createIndex('links', new TableIndex({ name: CREATOR_INDEX, columnNames: ['creator'] }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('links', CREATOR_INDEX);
    for (const column of COLUMNS) await runner.query(`ALTER TABLE links DROP COLUMN ${column}`);
  }
}
