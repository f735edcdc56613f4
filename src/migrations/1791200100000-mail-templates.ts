import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { type Columns, columnsFor } from './column-kinds';

/** What a vendor has emails say, which kinds are sent at all, and how far events were read for them. */
export class MailTemplates1791200100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = columnsFor(runner);
    // MySQL commits each table separately: a rerun creates what is missing.
    for (const table of [templates(column), kinds(column), progress(column)]) await runner.createTable(table, true);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of ['mail_progress', 'mail_kinds', 'mail_templates']) await runner.dropTable(name);
  }
}

function templates(column: Columns): Table {
  return new Table({
    name: 'mail_templates',
    engine: 'InnoDB',
    columns: [
      column.id(),
      column.ascii('kind', 16),
      column.ascii('language', 35),
      column.integer('product'),
      column.text('subject', 200),
      { ...column.longText('text'), isNullable: false },
      column.longText('html'),
      column.bigInteger('changedAt'),
    ],
    indices: [{ name: 'ux_mail_templates_name', columnNames: ['kind', 'language', 'product'], isUnique: true }],
  });
}

function kinds(column: Columns): Table {
  return new Table({
    name: 'mail_kinds',
    engine: 'InnoDB',
    columns: [
      { ...column.ascii('kind', 16), isPrimary: true },
      column.flag('isOn'),
      { ...column.longText('exceptions'), isNullable: false },
    ],
  });
}

function progress(column: Columns): Table {
  return new Table({
    name: 'mail_progress',
    engine: 'InnoDB',
    columns: [{ ...column.integer('id'), isPrimary: true }, column.bigInteger('position')],
  });
}
