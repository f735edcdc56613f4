import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';

const INDEX = new TableIndex({ name: 'ix_license_keys_product_plan', columnNames: ['product', 'plan'] });

/** Counts the license keys of a plan without reading them. */
export class KeysOfPlans1791186000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const table = await runner.getTable('license_keys');
    if (table?.indices.some(({ name }) => name === INDEX.name)) return;
    await runner.createIndex('license_keys', INDEX);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('license_keys', INDEX);
  }
}
