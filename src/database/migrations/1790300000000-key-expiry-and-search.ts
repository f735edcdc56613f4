import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Expiry of license keys. */
export class KeyExpiryAndSearch1790300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // MySQL commits each change by itself: a start that was cut short may have made this one.
    if (await runner.hasColumn('license_keys', 'expiresAt')) return;
    // Both databases add an empty column at once; the Table API would copy every row of a SQLite file.
    await runner.query('ALTER TABLE license_keys ADD COLUMN expiresAt bigint NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE license_keys DROP COLUMN expiresAt');
  }
}
