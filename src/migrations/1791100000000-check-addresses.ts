import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { type Columns, columnsFor } from './column-kinds';

const ADDRESSES = 'check_addresses';
const PROGRESS = 'check_address_progress';

export class CheckAddresses1791100000000 implements MigrationInterface {
  readonly afterwards = 'Addresses of logged checks are noted, from the first one.';

  async up(runner: QueryRunner): Promise<void> {
    const column = columnsFor(runner);
    // MySQL commits each table separately: a rerun creates what is missing.
    for (const table of [addresses(column), progress(column)]) await runner.createTable(table, true);
    const rows = (await runner.query(`SELECT id FROM ${PROGRESS}`)) as unknown[];
    if (rows.length > 0) return;
    // Addresses in the texts of records are words from now on.
    await runner.query('DELETE FROM search_progress');
    // Collects from the first log.
    await runner.query(`INSERT INTO ${PROGRESS} (id, lastLog, removals) VALUES (1, 0, 0)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of [PROGRESS, ADDRESSES]) await runner.dropTable(name);
  }
}

/** The primary key finds license keys by an address, the first index the addresses of a license key. */
function addresses(column: Columns): Table {
  return new Table({
    name: ADDRESSES,
    engine: 'InnoDB',
    withoutRowid: true,
    columns: [
      { ...column.ascii('address', 33), isPrimary: true },
      { ...column.integer('key_id'), isPrimary: true },
      column.bigInteger('lastSeen'),
    ],
    indices: [
      { name: 'ix_check_addresses_key', columnNames: ['key_id', 'lastSeen'] },
      { name: 'ix_check_addresses_lastSeen', columnNames: ['lastSeen'] },
    ],
  });
}

function progress(column: Columns): Table {
  return new Table({
    name: PROGRESS,
    engine: 'InnoDB',
    columns: [{ ...column.integer('id'), isPrimary: true }, column.bigInteger('lastLog'), column.integer('removals')],
  });
}
