import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { type Columns, columnsFor } from './column-kinds';

const TABLES = ['portal_address_changes', 'portal_acts', 'portal_sessions', 'portal_sign_ins'];

/** What customers do for themselves: sign-ins, sessions, what they did to license keys, and changes of their address. */
export class Portal1791210000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const isServer = runner.dataSource.options.type === 'mysql';
    const column = columnsFor(runner);
    // MySQL commits each change separately: a rerun makes what is missing.
    for (const table of [signIns(column), sessions(column), acts(column), addressChanges(column)])
      await runner.createTable(table, true);
    if (!(await runner.hasColumn('plans', 'portalReleases')))
      await runner.query(`ALTER TABLE plans ADD COLUMN portalReleases ${isServer ? 'int' : 'integer'} NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE plans DROP COLUMN portalReleases');
    for (const name of TABLES) await runner.dropTable(name);
  }
}

const nullable = <Options extends object>(options: Options) => ({ ...options, isNullable: true });

function signIns(column: Columns): Table {
  return new Table({
    name: 'portal_sign_ins',
    engine: 'InnoDB',
    columns: [
      column.id(),
      nullable(column.ascii('browserHash', 64)),
      nullable(column.ascii('linkHash', 64)),
      nullable(column.ascii('codeHash', 64)),
      nullable(column.text('email', 254)),
      column.nullableInteger('customerId'),
      column.ascii('language', 8),
      column.integer('tries'),
      column.bigInteger('createdAt'),
      column.bigInteger('expiresAt'),
      column.bigInteger('preparedAt', true),
      column.bigInteger('usedAt', true),
    ],
    indices: [
      { name: 'ux_portal_sign_ins_linkHash', columnNames: ['linkHash'], isUnique: true },
      { name: 'ix_portal_sign_ins_browserHash', columnNames: ['browserHash'] },
      { name: 'ix_portal_sign_ins_preparedAt', columnNames: ['preparedAt'] },
      { name: 'ix_portal_sign_ins_expiresAt', columnNames: ['expiresAt'] },
    ],
  });
}

function sessions(column: Columns): Table {
  return new Table({
    name: 'portal_sessions',
    engine: 'InnoDB',
    columns: [
      column.id(),
      column.ascii('hash', 64),
      nullable(column.text('email', 254)),
      column.nullableInteger('customerId'),
      column.bigInteger('createdAt'),
      column.bigInteger('lastUsedAt'),
      column.bigInteger('expiresAt'),
      column.bigInteger('endedAt', true),
    ],
    indices: [
      { name: 'ux_portal_sessions_hash', columnNames: ['hash'], isUnique: true },
      { name: 'ix_portal_sessions_email', columnNames: ['email'] },
      { name: 'ix_portal_sessions_expiresAt', columnNames: ['expiresAt'] },
    ],
  });
}

function acts(column: Columns): Table {
  return new Table({
    name: 'portal_acts',
    engine: 'InnoDB',
    columns: [column.bigId(), column.integer('key_id'), column.ascii('kind', 16), column.bigInteger('at')],
    indices: [{ name: 'ix_portal_acts_key_id', columnNames: ['key_id', 'kind', 'at'] }],
    foreignKeys: [
      {
        name: 'fk_portal_acts_key',
        columnNames: ['key_id'],
        referencedTableName: 'license_keys',
        referencedColumnNames: ['id'],
        onDelete: 'CASCADE',
        onUpdate: 'RESTRICT',
      },
    ],
  });
}

function addressChanges(column: Columns): Table {
  return new Table({
    name: 'portal_address_changes',
    engine: 'InnoDB',
    columns: [
      column.id(),
      column.ascii('fromHash', 64),
      column.ascii('toHash', 64),
      column.ascii('fromCodeHash', 64),
      column.ascii('toCodeHash', 64),
      column.text('fromEmail', 254),
      column.text('toEmail', 254),
      column.integer('tries'),
      column.bigInteger('createdAt'),
      column.bigInteger('expiresAt'),
      column.bigInteger('fromConfirmedAt', true),
      column.bigInteger('toConfirmedAt', true),
      column.bigInteger('doneAt', true),
    ],
    indices: [
      { name: 'ux_portal_address_changes_fromHash', columnNames: ['fromHash'], isUnique: true },
      { name: 'ux_portal_address_changes_toHash', columnNames: ['toHash'], isUnique: true },
      { name: 'ix_portal_address_changes_fromEmail', columnNames: ['fromEmail'] },
      { name: 'ix_portal_address_changes_expiresAt', columnNames: ['expiresAt'] },
    ],
  });
}
