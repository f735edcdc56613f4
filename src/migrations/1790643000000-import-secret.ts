import { randomBytes } from 'node:crypto';
import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { columnsFor } from './column-kinds';

/** The secret from which imports derive license keys for rows without one. */
export class ImportSecret1790643000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = columnsFor(runner);
    const table = { name: 'import_secrets', engine: 'InnoDB', columns: [column.id(), column.ascii('secret', 64)] };
    // MySQL commits the table separately: a rerun adds the missing secret.
    await runner.createTable(new Table(table), true);
    const rows = (await runner.query('SELECT id FROM import_secrets')) as unknown[];
    if (rows.length > 0) return;
    await runner.query('INSERT INTO import_secrets (secret) VALUES (?)', [randomBytes(32).toString('hex')]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('import_secrets');
  }
}
