import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMNS = { note: 'varchar(1000)', metadata: 'text' };

/** What people and other systems keep with a license key. */
export class NotesAndMetadata1791010000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const isServer = runner.dataSource.options.type === 'mysql';
    const charset = isServer ? ' CHARACTER SET utf8mb4 COLLATE utf8mb4_bin' : '';
    // MySQL commits each change separately: a rerun makes what is missing.
    for (const [column, type] of Object.entries(COLUMNS)) {
      if (await runner.hasColumn('license_keys', column)) continue;
      await runner.query(`ALTER TABLE license_keys ADD COLUMN ${column} ${type}${charset} NULL`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const column of Object.keys(COLUMNS)) await runner.query(`ALTER TABLE license_keys DROP COLUMN ${column}`);
  }
}
