import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { columnsFor } from './column-kinds';

export class Products1791000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = columnsFor(runner);
    const products = new Table({
      name: 'products',
      engine: 'InnoDB',
      columns: [
        { ...column.integer('id'), isPrimary: true },
        column.text('name', 191),
        { ...column.text('description', 1000), isNullable: true },
        column.bigInteger('createdAt'),
      ],
    });
    await runner.createTable(products, true);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('products');
  }
}
