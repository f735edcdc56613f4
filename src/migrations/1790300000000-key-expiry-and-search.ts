import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';

/** Raw SQL: the Table API would copy every row of a SQLite file. */
const COLUMNS = { expiresAt: 'bigint NULL', lastSeenHour: 'integer NULL' };
const HOURS = 'UPDATE license_keys SET lastSeenHour = (lastSeen - lastSeen % 3600000) / 3600000 WHERE lastSeen > 0';
const INDEXED = ['ip', 'lastSeenHour', 'expiresAt'];

export class KeyExpiryAndSearch1790300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const table = await runner.getTable('license_keys');
    // MySQL commits each change separately: a rerun makes what is missing.
    for (const [name, type] of Object.entries(COLUMNS)) {
      if (table?.findColumnByName(name)) continue;
      await runner.query(`ALTER TABLE license_keys ADD COLUMN ${name} ${type}`);
    }
    await runner.query(HOURS);
    for (const column of INDEXED) {
      const name = `ix_license_keys_${column}`;
      if (table?.indices.some((index) => index.name === name)) continue;
      await runner.createIndex('license_keys', new TableIndex({ name, columnNames: [column] }));
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const column of INDEXED) await runner.dropIndex('license_keys', `ix_license_keys_${column}`);
    for (const name of Object.keys(COLUMNS)) await runner.query(`ALTER TABLE license_keys DROP COLUMN ${name}`);
  }
}
