import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Added at the end and without a default, so that no database rewrites its rows. */
const COLUMNS = { askedEntitlements: 1024, askedVersion: 64 };

/** What a refused check required, or which version it named. */
export class WhatWasRefused1791187000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const charset = runner.dataSource.options.type === 'mysql' ? ' CHARACTER SET ascii COLLATE ascii_bin' : '';
    // MySQL commits each change separately: a rerun makes what is missing.
    for (const [name, length] of Object.entries(COLUMNS)) {
      if (await runner.hasColumn('license_logs', name)) continue;
      await runner.query(`ALTER TABLE license_logs ADD COLUMN ${name} varchar(${length})${charset} NULL`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(COLUMNS)) await runner.query(`ALTER TABLE license_logs DROP COLUMN ${name}`);
  }
}
