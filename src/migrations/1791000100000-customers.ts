import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { type Columns, columnsFor } from './column-kinds';

export class Customers1791000100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = columnsFor(runner);
    // MySQL commits each change separately: a rerun makes what is missing.
    for (const table of [customers(column), customerTasks(column)]) await runner.createTable(table, true);
    if (await runner.hasColumn('products', 'metadata')) return;
    const isServer = runner.dataSource.options.type === 'mysql';
    const charset = isServer ? ' CHARACTER SET utf8mb4 COLLATE utf8mb4_bin' : '';
    await runner.query(`ALTER TABLE products ADD COLUMN metadata text${charset} NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE products DROP COLUMN metadata');
    for (const name of ['customer_tasks', 'customers']) await runner.dropTable(name);
  }
}

function customers(column: Columns): Table {
  return new Table({
    name: 'customers',
    engine: 'InnoDB',
    columns: [
      column.id(),
      column.text('uid', 191),
      column.ascii('uidHash', 64),
      { ...column.text('name', 191), isNullable: true },
      { ...column.text('email', 254), isNullable: true },
      { ...column.ascii('language', 35), isNullable: true },
      { ...column.text('note', 1000), isNullable: true },
      column.longText('metadata'),
      column.bigInteger('createdAt'),
    ],
    indices: [
      { name: 'ux_customers_uidHash', columnNames: ['uidHash'], isUnique: true },
      { name: 'ix_customers_uid', columnNames: ['uid'] },
    ],
  });
}

function customerTasks(column: Columns): Table {
  return new Table({
    name: 'customer_tasks',
    engine: 'InnoDB',
    columns: [
      column.id(),
      column.ascii('kind', 8),
      column.integer('customerId'),
      column.text('uid', 191),
      column.text('newUid', 191),
      column.integer('position'),
      column.integer('lastId'),
      column.nullableInteger('apiKeyId'),
      column.text('apiKeyName', 191),
      column.ascii('address', 64),
      column.ascii('requestId', 128),
    ],
    indices: [{ name: 'ux_customer_tasks_customerId', columnNames: ['customerId'], isUnique: true }],
  });
}
