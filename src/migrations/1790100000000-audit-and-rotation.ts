import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { type Columns, columnsFor } from './column-kinds';

export class AuditAndRotation1790100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = columnsFor(runner);
    // MySQL commits each table separately: a rerun creates what is missing.
    for (const table of [auditLog(column), formerSecrets(column)]) await runner.createTable(table, true);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of ['former_secrets', 'audit_log']) await runner.dropTable(name);
  }
}

/** Each filter has an index; rows with equal values are in id order. */
function auditLog(column: Columns): Table {
  return new Table({
    name: 'audit_log',
    engine: 'InnoDB',
    columns: [
      column.bigId(),
      column.bigInteger('at'),
      column.nullableInteger('apiKeyId'),
      column.text('apiKeyName', 191),
      column.ascii('address', 64),
      column.ascii('requestId', 128),
      column.ascii('action', 16),
      column.ascii('targetType', 16),
      column.integer('targetId'),
      column.longText('before'),
      column.longText('after'),
    ],
    indices: [
      { name: 'ix_audit_log_at', columnNames: ['at'] },
      { name: 'ix_audit_log_apiKeyId', columnNames: ['apiKeyId'] },
      { name: 'ix_audit_log_address', columnNames: ['address'] },
      { name: 'ix_audit_log_requestId', columnNames: ['requestId'] },
      { name: 'ix_audit_log_action', columnNames: ['action'] },
      { name: 'ix_audit_log_target', columnNames: ['targetType', 'targetId'] },
    ],
  });
}

function formerSecrets(column: Columns): Table {
  return new Table({
    name: 'former_secrets',
    engine: 'InnoDB',
    columns: [column.id(), column.integer('apiKeyId'), column.ascii('hash', 64), column.bigInteger('validUntil')],
    indices: [
      { name: 'ux_former_secrets_hash', columnNames: ['hash'], isUnique: true },
      { name: 'ix_former_secrets_apiKeyId', columnNames: ['apiKeyId'] },
    ],
  });
}
