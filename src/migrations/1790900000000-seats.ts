import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';

const COLUMNS = ['seats', 'leaseSeconds'];
const INDEX = 'ix_license_keys_seats';

export class Seats1790900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // MySQL commits each change separately: a rerun makes what is missing.
    for (const column of COLUMNS) {
      if (await runner.hasColumn('license_keys', column)) continue;
      await runner.query(`ALTER TABLE license_keys ADD COLUMN ${column} integer NULL`);
    }
    const table = await runner.getTable('license_keys');
    if (table?.indices.some(({ name }) => name === INDEX)) return;
    await runner.createIndex('license_keys', new TableIndex({ name: INDEX, columnNames: ['seats'] }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('license_keys', INDEX);
    for (const column of COLUMNS) await runner.query(`ALTER TABLE license_keys DROP COLUMN ${column}`);
  }
}
