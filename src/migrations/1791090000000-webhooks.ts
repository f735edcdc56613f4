import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { columnsFor } from './column-kinds';

export class Webhooks1791090000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = columnsFor(runner);
    const webhooks = new Table({
      name: 'webhooks',
      engine: 'InnoDB',
      columns: [
        column.id(),
        column.text('url', 2048),
        { ...column.text('description', 1000), isNullable: true },
        column.flag('active'),
        column.bigInteger('createdAt'),
        column.longText('types'),
        column.nullableInteger('pid'),
        column.ascii('keyForm', 8),
        column.ascii('handle', 22),
        column.longText('headers'),
        column.ascii('headerNames', 1000),
        column.ascii('secret', 191),
        column.ascii('publicKey', 44),
        { ...column.ascii('formerSecret', 191), isNullable: true },
        column.bigInteger('formerUntil', true),
        column.bigInteger('position'),
        column.bigInteger('missedAfter', true),
        column.bigInteger('failingSince', true),
        column.bigInteger('succeededAt', true),
        { ...column.ascii('disabledBecause', 8), isNullable: true },
      ],
    });
    await runner.createTable(webhooks, true);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('webhooks');
  }
}
