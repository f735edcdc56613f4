import { type MigrationInterface, type QueryRunner, Table, TableColumn, TableIndex } from 'typeorm';
import { columnsFor } from './column-kinds';

const PORTIONS = 'visit_portions';

/** What is known of visits: packed with their portion, then summed by link, hour and day. */
export class VisitSums1791220000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = columnsFor(runner);
    const portions = await runner.getTable(PORTIONS);
    // Instances of the version before append rows without it.
    if (!portions?.findColumnByName('facts'))
      await runner.addColumn(PORTIONS, new TableColumn(column.longText('facts')));
    const sums = new Table({
      name: 'visit_sums',
      engine: 'InnoDB',
      withoutRowid: true,
      columns: [
        { ...column.integer('link_id'), isPrimary: true },
        { ...column.integer('hours'), isPrimary: true },
        { ...column.bigInteger('startsAt'), isPrimary: true },
        column.integer('visits'),
        column.integer('bots'),
        column.integer('visitors'),
        { ...column.longText('facts'), isNullable: false },
        column.longText('seen'),
      ],
      indices: [new TableIndex({ name: 'ix_visit_sums_startsAt', columnNames: ['hours', 'startsAt'] })],
    });
    await runner.createTable(sums, true);
    const salts = new Table({
      name: 'visit_salts',
      engine: 'InnoDB',
      columns: [{ ...column.bigInteger('day'), isPrimary: true }, column.ascii('salt', 191)],
    });
    await runner.createTable(salts, true);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of ['visit_salts', 'visit_sums']) await runner.dropTable(name);
    await runner.dropColumn(PORTIONS, 'facts');
  }
}
