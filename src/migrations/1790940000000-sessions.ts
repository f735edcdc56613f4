import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { type Columns, columnsFor } from './column-kinds';

export class Sessions1790940000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = columnsFor(runner);
    // MySQL commits each table separately: a rerun creates what is missing.
    for (const table of [sessions(column), signIns(column)]) await runner.createTable(table, true);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of ['sign_ins', 'sessions']) await runner.dropTable(name);
  }
}

function sessions(column: Columns): Table {
  return new Table({
    name: 'sessions',
    engine: 'InnoDB',
    columns: [
      column.id(),
      column.ascii('hash', 64),
      column.nullableInteger('apiKeyId'),
      { ...column.ascii('issuer', 255), isNullable: true },
      { ...column.text('subject', 255), isNullable: true },
      column.text('name', 191),
      { ...column.ascii('role', 16), isNullable: true },
      column.ascii('address', 64),
      column.bigInteger('createdAt'),
      column.bigInteger('lastUsedAt'),
      column.bigInteger('expiresAt'),
      column.bigInteger('endedAt', true),
    ],
    indices: [
      { name: 'ux_sessions_hash', columnNames: ['hash'], isUnique: true },
      { name: 'ix_sessions_apiKeyId', columnNames: ['apiKeyId'] },
      { name: 'ix_sessions_expiresAt', columnNames: ['expiresAt'] },
    ],
  });
}

function signIns(column: Columns): Table {
  return new Table({
    name: 'sign_ins',
    engine: 'InnoDB',
    columns: [
      column.id(),
      column.ascii('hash', 64),
      column.ascii('state', 64),
      column.ascii('nonce', 64),
      column.ascii('verifier', 64),
      column.ascii('returnTo', 255),
      column.bigInteger('expiresAt'),
    ],
    indices: [
      { name: 'ux_sign_ins_hash', columnNames: ['hash'], isUnique: true },
      { name: 'ix_sign_ins_expiresAt', columnNames: ['expiresAt'] },
    ],
  });
}
