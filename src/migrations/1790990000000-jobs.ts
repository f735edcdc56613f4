import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { columnsFor } from './column-kinds';

export class Jobs1790990000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = columnsFor(runner);
    const jobs = new Table({
      name: 'jobs',
      engine: 'InnoDB',
      columns: [
        { ...column.ascii('name', 64), isPrimary: true },
        column.integer('everyMs'),
        column.ascii('owner', 36),
        column.bigInteger('beat'),
        column.bigInteger('succeededAt', true),
        column.bigInteger('failingSince', true),
      ],
    });
    await runner.createTable(jobs, true);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('jobs');
  }
}
