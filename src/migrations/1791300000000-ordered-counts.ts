import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';

const INDEX = 'ix_links_ordered_count';
const FORMER_INDEX = 'ix_links_count';

/** The order of links by visits follows their counts, rather than being written with each visit. */
export class OrderedCounts1791300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    if (!(await runner.hasColumn('links', 'ordered_count'))) {
      await runner.query('ALTER TABLE links ADD COLUMN ordered_count bigint NOT NULL DEFAULT 0');
    }
    await runner.query('UPDATE links SET ordered_count = `count` WHERE ordered_count <> `count`');
    const table = await runner.getTable('links');
    const has = (index: string): boolean => table?.indices.some(({ name }) => name === index) ?? false;
    if (!has(INDEX)) {
      await runner.createIndex('links', new TableIndex({ name: INDEX, columnNames: ['ordered_count'] }));
    }
    if (has(FORMER_INDEX)) await runner.dropIndex('links', FORMER_INDEX);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.createIndex('links', new TableIndex({ name: FORMER_INDEX, columnNames: ['count'] }));
    await runner.dropIndex('links', INDEX);
    await runner.query('ALTER TABLE links DROP COLUMN ordered_count');
  }
}
