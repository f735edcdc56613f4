import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { type Columns, columnsFor } from './column-kinds';

export class InitialSchema1790000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = columnsFor(runner);
    for (const table of [
      licenseKeys(column),
      licenseLogs(column),
      links(column),
      apiKeys(column),
      idempotencyKeys(column),
    ]) {
      // MySQL commits each table separately: a rerun creates what is missing.
      await runner.createTable(table, true);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of ['idempotency_keys', 'api_keys', 'links', 'license_logs', 'license_keys']) {
      await runner.dropTable(name);
    }
  }
}

function licenseKeys(column: Columns): Table {
  return new Table({
    name: 'license_keys',
    engine: 'InnoDB',
    columns: [
      column.id(),
      column.text('uuid', 191),
      column.integer('product'),
      column.ascii('key', 191),
      column.ascii('ip', 64),
      column.flag('status'),
      column.flag('disabled'),
      column.flag('locked'),
      column.bigInteger('lastSeen'),
    ],
    indices: [
      { name: 'ux_license_keys_key', columnNames: ['key'], isUnique: true },
      { name: 'ix_license_keys_uuid', columnNames: ['uuid'] },
      { name: 'ix_license_keys_product', columnNames: ['product'] },
    ],
  });
}

function licenseLogs(column: Columns): Table {
  return new Table({
    name: 'license_logs',
    engine: 'InnoDB',
    columns: [
      column.bigId(),
      column.integer('key_id'),
      column.bigInteger('timeAt'),
      column.ascii('ip', 64),
      column.text('details', 1024),
      column.ascii('status', 32),
    ],
    indices: [{ name: 'ix_license_logs_key_id', columnNames: ['key_id', 'id'] }],
    foreignKeys: [
      {
        name: 'fk_license_logs_key',
        columnNames: ['key_id'],
        referencedTableName: 'license_keys',
        referencedColumnNames: ['id'],
        onDelete: 'CASCADE',
        onUpdate: 'RESTRICT',
      },
    ],
  });
}

function links(column: Columns): Table {
  return new Table({
    name: 'links',
    engine: 'InnoDB',
    columns: [
      column.id(),
      column.ascii('name', 128),
      column.ascii('name_key', 128),
      column.text('url', 2048),
      column.ascii('url_hash', 64),
      column.bigInteger('count'),
      column.text('creator', 191),
      column.ascii('creatorID', 64),
      column.bigInteger('createdAt'),
    ],
    indices: [
      { name: 'ux_links_name_key', columnNames: ['name_key'], isUnique: true },
      { name: 'ix_links_url_hash', columnNames: ['url_hash'] },
    ],
  });
}

function apiKeys(column: Columns): Table {
  return new Table({
    name: 'api_keys',
    engine: 'InnoDB',
    columns: [
      column.id(),
      column.text('name', 191),
      column.ascii('prefix', 16),
      column.ascii('hash', 64),
      column.ascii('scopes', 255),
      column.bigInteger('createdAt'),
      column.bigInteger('expiresAt', true),
      column.bigInteger('lastUsedAt', true),
      column.bigInteger('revokedAt', true),
    ],
    indices: [{ name: 'ux_api_keys_hash', columnNames: ['hash'], isUnique: true }],
  });
}

function idempotencyKeys(column: Columns): Table {
  return new Table({
    name: 'idempotency_keys',
    engine: 'InnoDB',
    columns: [
      column.id(),
      column.integer('apiKeyId'),
      column.ascii('value', 255),
      column.ascii('bodyHash', 64),
      column.integer('resultId'),
      column.bigInteger('createdAt'),
    ],
    indices: [
      { name: 'ux_idempotency_keys_value', columnNames: ['apiKeyId', 'value'], isUnique: true },
      { name: 'ix_idempotency_keys_createdAt', columnNames: ['createdAt'] },
    ],
  });
}
