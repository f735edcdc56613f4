import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { type Columns, columnsFor } from './column-kinds';

const METERED = ['plans', 'license_keys'];

/** What is counted of the uses of license keys: the meters of plans and keys, the uses, and how many there were. */
export class Meters1791180000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const isServer = runner.dataSource.options.type === 'mysql';
    const charset = isServer ? ' CHARACTER SET utf8mb4 COLLATE utf8mb4_bin' : '';
    const column = columnsFor(runner);
    // MySQL commits each change separately: a rerun makes what is missing.
    for (const table of [uses(column), meterCounts(column)]) await runner.createTable(table, true);
    for (const table of METERED) {
      if (await runner.hasColumn(table, 'meters')) continue;
      await runner.query(`ALTER TABLE ${table} ADD COLUMN meters text${charset} NULL`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of METERED) await runner.query(`ALTER TABLE ${table} DROP COLUMN meters`);
    for (const name of ['meter_counts', 'uses']) await runner.dropTable(name);
  }
}

const ofKey = (name: string) => ({
  name,
  columnNames: ['key_id'],
  referencedTableName: 'license_keys',
  referencedColumnNames: ['id'],
  onDelete: 'CASCADE',
  onUpdate: 'RESTRICT',
});

function uses(column: Columns): Table {
  return new Table({
    name: 'uses',
    engine: 'InnoDB',
    columns: [
      column.bigId(),
      column.integer('key_id'),
      column.ascii('useId', 64),
      column.ascii('meter', 64),
      column.integer('amount'),
      column.bigInteger('usedAt'),
      column.bigInteger('recordedAt'),
      column.bigInteger('used'),
      column.bigInteger('remaining'),
      column.bigInteger('resetsAt', true),
    ],
    indices: [
      { name: 'ux_uses_use_id', columnNames: ['key_id', 'useId'], isUnique: true },
      { name: 'ix_uses_key_id', columnNames: ['key_id', 'id'] },
    ],
    foreignKeys: [ofKey('fk_uses_key')],
  });
}

function meterCounts(column: Columns): Table {
  return new Table({
    name: 'meter_counts',
    engine: 'InnoDB',
    columns: [
      { ...column.integer('key_id'), isPrimary: true },
      { ...column.ascii('meter', 64), isPrimary: true },
      { ...column.ascii('period', 10), isPrimary: true },
      column.bigInteger('startsAt'),
      column.bigInteger('used'),
      column.bigInteger('previous'),
    ],
    foreignKeys: [ofKey('fk_meter_counts_key')],
  });
}
