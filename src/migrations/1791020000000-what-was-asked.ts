import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Added at the end and without a default, so that no database rewrites its rows. Not called `product`: earlier versions,
 * which may still run, count checks by an alias of that name, and a column of the table would win over it.
 */
const COLUMNS = [
  { table: 'license_logs', name: 'askedProduct', type: 'integer' },
  { table: 'license_logs', name: 'device', type: 'integer' },
  { table: 'devices', name: 'refusedAt', type: 'bigint' },
];

/** The product and the device of a logged check, and when a device was refused for want of a seat. */
export class WhatWasAsked1791020000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // MySQL commits each change separately: a rerun makes what is missing.
    for (const { table, name, type } of COLUMNS) {
      if (await runner.hasColumn(table, name)) continue;
      await runner.query(`ALTER TABLE ${table} ADD COLUMN ${name} ${type} NULL`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { table, name } of COLUMNS) await runner.query(`ALTER TABLE ${table} DROP COLUMN ${name}`);
  }
}
