import { type MigrationInterface, type QueryRunner, Table, type TableColumnOptions } from 'typeorm';
import { type Columns, columnsFor } from './column-kinds';

/** What shops send, the orders that follow from it, and the license keys that were made for them. */
export class Sales1791190000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = columnsFor(runner);
    const tables = [
      sources(column),
      mappings(column),
      inboxMessages(column),
      inboxBodies(column),
      orders(column),
      orderReferences(column),
      orderFacts(column),
      orderLines(column),
      orderKeys(column),
    ];
    // MySQL commits each table separately: a rerun makes what is missing.
    for (const table of tables) await runner.createTable(table, true);
  }

  async down(runner: QueryRunner): Promise<void> {
    const names = ['order_keys', 'order_lines', 'order_facts', 'order_references', 'orders'];
    for (const name of [...names, 'inbox_bodies', 'inbox_messages', 'source_mappings', 'sources'])
      await runner.dropTable(name);
  }
}

const nullable = (column: TableColumnOptions): TableColumnOptions => ({ ...column, isNullable: true });

const table = (
  name: string,
  columns: TableColumnOptions[],
  indices: readonly { name: string; columnNames: string[]; isUnique?: boolean }[] = [],
): Table => new Table({ name, engine: 'InnoDB', columns, indices: [...indices] });

const sources = (column: Columns) =>
  table('sources', [
    column.id(),
    column.text('name', 191),
    column.flag('active'),
    nullable(column.text('apiUrl', 500)),
    column.bigInteger('createdAt'),
    column.ascii('type', 16),
    column.ascii('handle', 22),
    column.longText('secrets'),
    column.integer('secretCount'),
    column.longText('apiToken'),
    column.bigInteger('receivedAt', true),
    column.bigInteger('reconciledUntil', true),
    column.bigInteger('failingSince', true),
    nullable(column.text('failure', 500)),
  ]);

const mappings = (column: Columns) =>
  table(
    'source_mappings',
    [
      column.id(),
      column.integer('sourceId'),
      column.text('item', 191),
      column.nullableInteger('pid'),
      nullable(column.text('plan', 64)),
      column.ascii('each', 4),
      column.integer('count'),
      column.bigInteger('createdAt'),
    ],
    [{ name: 'ux_source_mappings_item', columnNames: ['sourceId', 'item'], isUnique: true }],
  );

const inboxMessages = (column: Columns) =>
  table(
    'inbox_messages',
    [
      column.bigId(),
      column.integer('sourceId'),
      nullable(column.text('messageId', 191)),
      column.text('type', 100),
      column.ascii('sentBy', 8),
      column.longText('headers'),
      column.bigInteger('receivedAt'),
      column.ascii('state', 8),
      nullable(column.text('problem', 500)),
      column.integer('tries'),
      column.bigInteger('dueAt', true),
      column.nullableInteger('orderId'),
      column.flag('trusted'),
    ],
    [
      { name: 'ux_inbox_messages_messageId', columnNames: ['sourceId', 'messageId'], isUnique: true },
      { name: 'ix_inbox_messages_due', columnNames: ['dueAt'] },
      { name: 'ix_inbox_messages_state', columnNames: ['sourceId', 'state'] },
      { name: 'ix_inbox_messages_order', columnNames: ['orderId'] },
    ],
  );

const inboxBodies = (column: Columns) =>
  table('inbox_bodies', [
    { ...column.bigInteger('messageId'), isPrimary: true },
    { ...column.integer('part'), isPrimary: true },
    { name: 'content', type: 'blob' },
  ]);

const orders = (column: Columns) =>
  table(
    'orders',
    [
      column.id(),
      column.integer('sourceId'),
      column.text('reference', 191),
      column.ascii('status', 12),
      column.flag('isTest'),
      nullable(column.text('uid', 191)),
      nullable(column.text('email', 254)),
      nullable(column.text('buyer', 191)),
      nullable(column.ascii('total', 24)),
      nullable(column.ascii('currency', 3)),
      nullable(column.text('invoice', 191)),
      column.bigInteger('paidAt', true),
      column.bigInteger('paidUntil', true),
      column.bigInteger('createdAt'),
      column.bigInteger('changedAt'),
      nullable(column.text('problem', 500)),
    ],
    [
      { name: 'ix_orders_source', columnNames: ['sourceId'] },
      { name: 'ix_orders_uid', columnNames: ['uid'] },
      { name: 'ix_orders_reference', columnNames: ['reference'] },
    ],
  );

const orderReferences = (column: Columns) =>
  table(
    'order_references',
    [
      { ...column.integer('sourceId'), isPrimary: true },
      { ...column.text('reference', 191), isPrimary: true },
      column.integer('orderId'),
    ],
    [
      { name: 'ix_order_references_order', columnNames: ['orderId'] },
      { name: 'ix_order_references_reference', columnNames: ['reference'] },
    ],
  );

const orderFacts = (column: Columns) =>
  table(
    'order_facts',
    [
      { ...column.integer('sourceId'), isPrimary: true },
      { ...column.text('factId', 191), isPrimary: true },
      column.integer('orderId'),
      column.longText('fact'),
    ],
    [{ name: 'ix_order_facts_order', columnNames: ['orderId'] }],
  );

const orderLines = (column: Columns) =>
  table('order_lines', [
    { ...column.integer('orderId'), isPrimary: true },
    { ...column.integer('line'), isPrimary: true },
    column.text('item', 191),
    nullable(column.text('title', 191)),
    column.integer('quantity'),
    column.longText('given'),
  ]);

const orderKeys = (column: Columns) =>
  table(
    'order_keys',
    [
      { ...column.integer('orderId'), isPrimary: true },
      { ...column.integer('line'), isPrimary: true },
      { ...column.integer('number'), isPrimary: true },
      column.integer('keyId'),
      column.flag('isDisabled'),
    ],
    [{ name: 'ix_order_keys_key', columnNames: ['keyId'] }],
  );
