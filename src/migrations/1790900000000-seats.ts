import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';

const COLUMNS = ['seats', 'leaseSeconds'];
const INDEX = 'ix_license_keys_seats';

/** How many devices a license key is for and how long one keeps its seat, and searches for keys that say so. */
export class Seats1790900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // MySQL commits each change by itself: a start that was cut short may have made some of them.
    for (const column of COLUMNS) {
      if (await runner.hasColumn('license_keys', column)) continue;
      // Both databases add an empty column at once; the Table API would copy every row of a SQLite file.
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
