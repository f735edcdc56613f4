import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { columnsFor } from './column-kinds';

const TABLES = ['expiry_progress', 'expiry_notices'];

export class ExpiryNotices1791110000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = columnsFor(runner);
    const days = { ...column.integer('days'), isPrimary: true };
    const notices = new Table({
      name: 'expiry_notices',
      engine: 'InnoDB',
      withoutRowid: true,
      columns: [
        days,
        { ...column.bigInteger('expiresAt'), isPrimary: true },
        { ...column.integer('key_id'), isPrimary: true },
      ],
    });
    const progress = new Table({
      name: 'expiry_progress',
      engine: 'InnoDB',
      columns: [days, column.bigInteger('upTo')],
    });
    for (const table of [notices, progress]) await runner.createTable(table, true);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of TABLES) await runner.dropTable(name);
  }
}
