import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';

const INDEX = 'ix_webhook_deliveries_messageId';

/** Deliveries by their event, whichever webhook they went to. */
export class DeliveryEvents1791130000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const table = await runner.getTable('webhook_deliveries');
    if (table?.indices.some(({ name }) => name === INDEX)) return;
    await runner.createIndex('webhook_deliveries', new TableIndex({ name: INDEX, columnNames: ['messageId'] }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('webhook_deliveries', INDEX);
  }
}
