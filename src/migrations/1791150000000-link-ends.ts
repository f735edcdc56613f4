import { type MigrationInterface, type QueryRunner, Table, TableIndex } from 'typeorm';
import { columnsFor } from './column-kinds';

const TABLES = ['link_end_progress', 'link_end_notices'];
const INDEX = 'ix_links_expiresAt';

/** Ends of links are found by their time, and told once. */
export class LinkEnds1791150000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = columnsFor(runner);
    const notices = new Table({
      name: 'link_end_notices',
      engine: 'InnoDB',
      withoutRowid: true,
      columns: [
        { ...column.bigInteger('expiresAt'), isPrimary: true },
        { ...column.integer('link_id'), isPrimary: true },
      ],
    });
    const progress = new Table({
      name: 'link_end_progress',
      engine: 'InnoDB',
      columns: [{ ...column.integer('id'), isPrimary: true }, column.bigInteger('upTo')],
    });
    for (const table of [notices, progress]) await runner.createTable(table, true);
    const links = await runner.getTable('links');
    if (links?.indices.some(({ name }) => name === INDEX)) return;
    await runner.createIndex('links', new TableIndex({ name: INDEX, columnNames: ['expiresAt'] }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('links', INDEX);
    for (const name of TABLES) await runner.dropTable(name);
  }
}
