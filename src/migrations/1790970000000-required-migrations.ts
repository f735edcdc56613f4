import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { columnsFor } from './column-kinds';

const NAME = 'required_migrations';

/** The migrations a version must know to work with this schema. */
export class RequiredMigrations1790970000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const name = { ...columnsFor(runner).ascii('name', 191), isPrimary: true };
    await runner.createTable(new Table({ name: NAME, engine: 'InnoDB', columns: [name] }), true);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(NAME);
  }
}
