import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['audit_log', 'bulk_changes'];

/** Why somebody made a change. */
export class Reasons1791010010000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const isServer = runner.dataSource.options.type === 'mysql';
    const charset = isServer ? ' CHARACTER SET utf8mb4 COLLATE utf8mb4_bin' : '';
    // MySQL commits each change separately: a rerun makes what is missing.
    for (const table of TABLES) {
      if (await runner.hasColumn(table, 'reason')) continue;
      await runner.query(`ALTER TABLE ${table} ADD COLUMN reason varchar(200)${charset} NULL`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`ALTER TABLE ${table} DROP COLUMN reason`);
  }
}
