import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { type Columns, columnsFor } from './column-kinds';

export class BulkChanges1790950000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = columnsFor(runner);
    // MySQL commits each table separately: a rerun creates what is missing.
    for (const table of [changes(column), portions(column)]) await runner.createTable(table, true);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of ['bulk_change_portions', 'bulk_changes']) await runner.dropTable(name);
  }
}

/** The index finds running changes and old finished ones. */
function changes(column: Columns): Table {
  return new Table({
    name: 'bulk_changes',
    engine: 'InnoDB',
    columns: [
      column.id(),
      column.ascii('state', 16),
      { ...column.longText('change'), isNullable: false },
      column.longText('filter'),
      { name: 'ids', type: 'blob', isNullable: true },
      column.nullableInteger('idCount'),
      column.integer('lastId'),
      column.integer('position'),
      column.ascii('runner', 36),
      column.integer('processed'),
      column.integer('changed'),
      column.integer('failed'),
      column.bigInteger('createdAt'),
      column.bigInteger('endedAt', true),
      column.nullableInteger('apiKeyId'),
      column.text('creator', 191),
      column.ascii('address', 64),
      column.ascii('requestId', 128),
      column.longText('msg'),
    ],
    indices: [{ name: 'ix_bulk_changes_state', columnNames: ['state', 'endedAt'] }],
  });
}

function portions(column: Columns): Table {
  return new Table({
    name: 'bulk_change_portions',
    engine: 'InnoDB',
    columns: [
      { ...column.integer('change_id'), isPrimary: true },
      { ...column.integer('upTo'), isPrimary: true },
      { name: 'results', type: 'blob' },
    ],
    foreignKeys: [
      {
        name: 'fk_bulk_change_portions_change',
        columnNames: ['change_id'],
        referencedTableName: 'bulk_changes',
        referencedColumnNames: ['id'],
        onDelete: 'CASCADE',
        onUpdate: 'RESTRICT',
      },
    ],
  });
}
