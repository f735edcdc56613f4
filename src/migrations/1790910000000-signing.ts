import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { type Columns, columnsFor } from './column-kinds';

export class Signing1790910000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = columnsFor(runner);
    // MySQL commits each table separately: a rerun creates what is missing.
    for (const table of [keySets(column), signingKeys(column), issuedLicenses(column)]) {
      await runner.createTable(table, true);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of ['issued_licenses', 'signing_keys', 'key_sets']) await runner.dropTable(name);
  }
}

function keySets(column: Columns): Table {
  return new Table({
    name: 'key_sets',
    engine: 'InnoDB',
    columns: [
      { ...column.integer('version'), isPrimary: true },
      { ...column.longText('jws'), isNullable: false },
      column.bigInteger('createdAt'),
    ],
  });
}

function signingKeys(column: Columns): Table {
  return new Table({
    name: 'signing_keys',
    engine: 'InnoDB',
    columns: [
      column.id(),
      column.ascii('role', 8),
      column.ascii('kid', 43),
      column.ascii('x', 43),
      column.bigInteger('notBefore'),
      column.bigInteger('notAfter', true),
      column.bigInteger('revokedAt', true),
      { ...column.ascii('privateKey', 191), isNullable: true },
    ],
    indices: [{ name: 'ux_signing_keys_kid', columnNames: ['kid'], isUnique: true }],
  });
}

function issuedLicenses(column: Columns): Table {
  return new Table({
    name: 'issued_licenses',
    engine: 'InnoDB',
    columns: [
      column.id(),
      column.ascii('jti', 16),
      column.integer('key_id'),
      { ...column.ascii('device', 43), isNullable: true },
      column.bigInteger('exp'),
      column.bigInteger('createdAt'),
      column.nullableInteger('apiKeyId'),
      column.text('apiKeyName', 191),
    ],
    indices: [
      { name: 'ux_issued_licenses_jti', columnNames: ['jti'], isUnique: true },
      { name: 'ix_issued_licenses_key_id', columnNames: ['key_id', 'id'] },
    ],
    foreignKeys: [
      {
        name: 'fk_issued_licenses_key',
        columnNames: ['key_id'],
        referencedTableName: 'license_keys',
        referencedColumnNames: ['id'],
        onDelete: 'CASCADE',
        onUpdate: 'RESTRICT',
      },
    ],
  });
}
