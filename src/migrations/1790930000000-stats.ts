import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { type Columns, columnsFor } from './column-kinds';

const PROGRESS = 'check_count_progress';

export class Stats1790930000000 implements MigrationInterface {
  readonly afterwards = 'Logged checks are counted, from the first one.';

  async up(runner: QueryRunner): Promise<void> {
    const column = columnsFor(runner);
    // MySQL commits each table separately: a rerun creates what is missing.
    for (const table of [checkCounts(column), progress(column), visitPortions(column), visitCounts(column)]) {
      await runner.createTable(table, true);
    }
    const rows = (await runner.query(`SELECT id FROM ${PROGRESS}`)) as unknown[];
    if (rows.length > 0) return;
    // Counts logs of earlier versions from the first.
    await runner.query(`INSERT INTO ${PROGRESS} (id, lastLog, upTo, draft) VALUES (1, 0, 0, 0)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of ['visit_counts', 'visit_portions', PROGRESS, 'check_counts']) await runner.dropTable(name);
  }
}

function checkCounts(column: Columns): Table {
  return new Table({
    name: 'check_counts',
    engine: 'InnoDB',
    columns: [
      { ...column.integer('draft'), isPrimary: true },
      { ...column.integer('span'), isPrimary: true },
      { ...column.bigInteger('startsAt'), isPrimary: true },
      { ...column.integer('product'), isPrimary: true },
      { ...column.ascii('status', 32), isPrimary: true },
      column.bigInteger('checks'),
    ],
  });
}

function progress(column: Columns): Table {
  return new Table({
    name: PROGRESS,
    engine: 'InnoDB',
    columns: [
      { ...column.integer('id'), isPrimary: true },
      column.bigInteger('lastLog'),
      column.bigInteger('upTo'),
      column.integer('draft'),
    ],
  });
}

function visitPortions(column: Columns): Table {
  return new Table({
    name: 'visit_portions',
    engine: 'InnoDB',
    columns: [column.bigId(), column.bigInteger('at'), column.integer('visits')],
  });
}

function visitCounts(column: Columns): Table {
  return new Table({
    name: 'visit_counts',
    engine: 'InnoDB',
    columns: [{ ...column.bigInteger('startsAt'), isPrimary: true }, column.bigInteger('visits')],
  });
}
