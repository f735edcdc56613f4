import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';
import { columnsFor } from './column-kinds';

const TABLE = 'sessions';
const COLUMNS = ['personHash', 'roleSettings'];
const INDEX = 'ix_sessions_personHash';

export class WhoASessionIs1790960000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { ascii } = columnsFor(runner);
    // MySQL commits each change separately: a rerun makes what is missing.
    for (const name of COLUMNS) {
      if (await runner.hasColumn(TABLE, name)) continue;
      const { charset, collation } = ascii(name, 64);
      const collated = charset === undefined ? '' : ` CHARACTER SET ${charset} COLLATE ${collation}`;
      await runner.query(`ALTER TABLE ${TABLE} ADD COLUMN ${name} varchar(64)${collated} NULL`);
    }
    const table = await runner.getTable(TABLE);
    if (table?.indices.some(({ name }) => name === INDEX)) return;
    await runner.createIndex(TABLE, new TableIndex({ name: INDEX, columnNames: ['personHash'] }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex(TABLE, INDEX);
    for (const name of COLUMNS) await runner.query(`ALTER TABLE ${TABLE} DROP COLUMN ${name}`);
  }
}
