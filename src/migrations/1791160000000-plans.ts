import { type MigrationInterface, type QueryRunner, Table, TableIndex } from 'typeorm';
import { type Columns, columnsFor } from './column-kinds';

const REQUIRED = 'Plans1791160000000';
const INDEX = 'ix_license_keys_plan';

/** What a license key gets of its own: `charset` is that of texts on servers. */
const KEY_COLUMNS = (charset: string) => ({
  plan: `varchar(64)${charset}`,
  starts: `varchar(16)${charset}`,
  graceDays: 'integer',
  entitlements: `text${charset}`,
});

/** Plans, who has had a trial, and what license keys take from them or have of their own. */
export class Plans1791160000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const isServer = runner.dataSource.options.type === 'mysql';
    const charset = isServer ? ' CHARACTER SET utf8mb4 COLLATE utf8mb4_bin' : '';
    // MySQL commits each change separately: a rerun makes what is missing.
    const column = columnsFor(runner);
    for (const table of [plans(column), trials(column)]) await runner.createTable(table, true);
    for (const [name, type] of Object.entries(KEY_COLUMNS(charset))) {
      if (await runner.hasColumn('license_keys', name)) continue;
      await runner.query(`ALTER TABLE license_keys ADD COLUMN ${name} ${type} NULL`);
    }
    const table = await runner.getTable('license_keys');
    if (!table?.indices.some(({ name }) => name === INDEX))
      await runner.createIndex('license_keys', new TableIndex({ name: INDEX, columnNames: ['plan'] }));
    // A version without plans would refuse keys in their grace, and pass what isn't entitled.
    await runner.query('DELETE FROM required_migrations WHERE name = ?', [REQUIRED]);
    await runner.query('INSERT INTO required_migrations (name) VALUES (?)', [REQUIRED]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM required_migrations WHERE name = ?', [REQUIRED]);
    await runner.dropIndex('license_keys', INDEX);
    for (const column of Object.keys(KEY_COLUMNS('')))
      await runner.query(`ALTER TABLE license_keys DROP COLUMN ${column}`);
    for (const name of ['trials', 'plans']) await runner.dropTable(name);
  }
}

function plans(column: Columns): Table {
  return new Table({
    name: 'plans',
    engine: 'InnoDB',
    columns: [
      column.id(),
      column.integer('product'),
      column.text('code', 64),
      column.text('name', 191),
      { ...column.text('duration', 16), isNullable: true },
      column.text('starts', 16),
      column.nullableInteger('graceDays'),
      column.flag('trial'),
      column.nullableInteger('seats'),
      column.nullableInteger('leaseSeconds'),
      column.longText('entitlements'),
      column.longText('metadata'),
      column.bigInteger('createdAt'),
    ],
    indices: [{ name: 'ux_plans_code', columnNames: ['product', 'code'], isUnique: true }],
  });
}

function trials(column: Columns): Table {
  return new Table({
    name: 'trials',
    engine: 'InnoDB',
    columns: [column.id(), column.ascii('hash', 43), column.integer('keyId'), column.bigInteger('createdAt')],
    indices: [{ name: 'ux_trials_hash', columnNames: ['hash'], isUnique: true }],
  });
}
