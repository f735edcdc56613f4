import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { columnsFor } from './column-kinds';

const REQUIRED = 'Releases1791170000000';

/** Releases of products, and which of them plans and license keys cover. */
export class Releases1791170000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const isServer = runner.dataSource.options.type === 'mysql';
    // MySQL commits each change separately: a rerun makes what is missing.
    await runner.createTable(releases(runner), true);
    const charset = isServer ? ' CHARACTER SET utf8mb4 COLLATE utf8mb4_bin' : '';
    for (const [table, column, type] of [
      ['plans', 'updates', `varchar(16)${charset}`],
      ['license_keys', 'updatesUntil', 'bigint'],
    ]) {
      if (await runner.hasColumn(table, column)) continue;
      await runner.query(`ALTER TABLE ${table} ADD COLUMN ${column} ${type} NULL`);
    }
    // A version without releases would pass what a key's updates don't cover.
    await runner.query('DELETE FROM required_migrations WHERE name = ?', [REQUIRED]);
    await runner.query('INSERT INTO required_migrations (name) VALUES (?)', [REQUIRED]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM required_migrations WHERE name = ?', [REQUIRED]);
    await runner.query('ALTER TABLE license_keys DROP COLUMN updatesUntil');
    await runner.query('ALTER TABLE plans DROP COLUMN updates');
    await runner.dropTable('releases');
  }
}

function releases(runner: QueryRunner): Table {
  const column = columnsFor(runner);
  const optional = (name: string, length: number) => ({ ...column.text(name, length), isNullable: true });
  return new Table({
    name: 'releases',
    engine: 'InnoDB',
    columns: [
      column.id(),
      column.integer('product'),
      column.text('version', 64),
      column.text('platform', 64),
      column.text('channel', 32),
      column.bigInteger('releasedAt'),
      column.text('url', 1000),
      optional('sha256', 64),
      column.bigInteger('size', true),
      optional('signature', 1024),
      optional('notes', 4000),
      column.bigInteger('createdAt'),
      column.ascii('versionOrder', 160),
    ],
    indices: [
      { name: 'ux_releases_version', columnNames: ['product', 'versionOrder', 'platform'], isUnique: true },
      { name: 'ix_releases_channel', columnNames: ['product', 'channel', 'versionOrder'] },
    ],
  });
}
