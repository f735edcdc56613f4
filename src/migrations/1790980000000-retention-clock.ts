import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { columnsFor } from './column-kinds';

/** The service's running time, which guards retention against a wrong clock. */
export class RetentionClock1790980000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = columnsFor(runner);
    const table = new Table({
      name: 'retention_clock',
      engine: 'InnoDB',
      columns: [
        { ...column.integer('id'), isPrimary: true },
        column.bigInteger('lived'),
        column.bigInteger('time'),
        column.bigInteger('believedFrom'),
      ],
    });
    await runner.createTable(table, true);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('retention_clock');
  }
}
