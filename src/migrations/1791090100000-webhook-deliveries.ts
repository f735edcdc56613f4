import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { columnsFor } from './column-kinds';

export class WebhookDeliveries1791090100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = columnsFor(runner);
    const deliveries = new Table({
      name: 'webhook_deliveries',
      engine: 'InnoDB',
      columns: [
        column.bigId(),
        column.integer('webhookId'),
        column.bigInteger('position', true),
        column.ascii('messageId', 40),
        column.ascii('type', 48),
        column.bigInteger('createdAt'),
        column.ascii('state', 9),
        column.bigInteger('dueAt', true),
        column.integer('tries'),
        { ...column.ascii('claim', 22), isNullable: true },
        column.bigInteger('endedAt', true),
      ],
      indices: [
        { name: 'ix_webhook_deliveries_due', columnNames: ['webhookId', 'dueAt'] },
        { name: 'ix_webhook_deliveries_state', columnNames: ['webhookId', 'state'] },
        { name: 'ix_webhook_deliveries_webhookId', columnNames: ['webhookId'] },
      ],
    });
    const attempts = new Table({
      name: 'webhook_attempts',
      engine: 'InnoDB',
      columns: [
        column.bigId(),
        column.bigInteger('deliveryId'),
        column.bigInteger('at'),
        column.integer('milliseconds'),
        column.nullableInteger('status'),
        { ...column.text('note', 300), isNullable: true },
        column.longText('answer'),
      ],
      indices: [{ name: 'ix_webhook_attempts_deliveryId', columnNames: ['deliveryId'] }],
    });
    const tasks = new Table({
      name: 'webhook_tasks',
      engine: 'InnoDB',
      columns: [
        { ...column.integer('webhookId'), isPrimary: true },
        column.ascii('kind', 8),
        column.bigInteger('position'),
        column.bigInteger('upTo'),
      ],
    });
    for (const table of [deliveries, attempts, tasks]) await runner.createTable(table, true);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['webhook_tasks', 'webhook_attempts', 'webhook_deliveries']) await runner.dropTable(table);
  }
}
