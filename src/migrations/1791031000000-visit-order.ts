import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';

const INDEX = 'ix_links_count';

/** Links in the order of their visits. */
export class VisitOrder1791031000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const table = await runner.getTable('links');
    if (table?.indices.some(({ name }) => name === INDEX)) return;
    await runner.createIndex('links', new TableIndex({ name: INDEX, columnNames: ['count'] }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('links', INDEX);
  }
}
