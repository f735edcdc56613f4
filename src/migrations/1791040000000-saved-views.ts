import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { columnsFor } from './column-kinds';

export class SavedViews1791040000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = columnsFor(runner);
    const views = new Table({
      name: 'saved_views',
      engine: 'InnoDB',
      columns: [
        column.id(),
        column.integer('ownerId'),
        column.ascii('screen', 32),
        column.text('name', 100),
        column.ascii('search', 2000),
        column.bigInteger('createdAt'),
      ],
      indices: [{ name: 'ix_saved_views_ownerId', columnNames: ['ownerId'] }],
    });
    await runner.createTable(views, true);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('saved_views');
  }
}
