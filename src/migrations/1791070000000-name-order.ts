import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';

const INDEX = 'ix_customers_name';

/** Customers in the order of their names. */
export class NameOrder1791070000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const table = await runner.getTable('customers');
    if (table?.indices.some(({ name }) => name === INDEX)) return;
    await runner.createIndex('customers', new TableIndex({ name: INDEX, columnNames: ['name'] }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('customers', INDEX);
  }
}
