import { randomBytes } from 'node:crypto';
import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { type Columns, columnsFor } from './column-kinds';

const SECRETS = 'device_secrets';

export class Devices1790905000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = columnsFor(runner);
    // MySQL commits each table separately: a rerun creates what is missing.
    for (const table of [devices(column), seatCounts(column), servicePeriods(column), deviceSecrets(column)]) {
      await runner.createTable(table, true);
    }
    const rows = (await runner.query(`SELECT id FROM ${SECRETS}`)) as unknown[];
    if (rows.length > 0) return;
    await runner.query(`INSERT INTO ${SECRETS} (secret) VALUES (?)`, [randomBytes(32).toString('hex')]);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of [SECRETS, 'service_periods', 'seat_counts', 'devices']) await runner.dropTable(name);
  }
}

/** The last index serves lists, newest seen first, and finds expired leases. */
function devices(column: Columns): Table {
  return new Table({
    name: 'devices',
    engine: 'InnoDB',
    columns: [
      { ...column.integer('key_id'), isPrimary: true },
      { ...column.integer('id'), isPrimary: true },
      column.ascii('hash', 43),
      column.text('name', 191),
      column.ascii('address', 64),
      column.flag('hasSeat'),
      column.bigInteger('firstSeen'),
      column.bigInteger('lastSeen'),
      column.bigInteger('heldUntil'),
    ],
    indices: [
      { name: 'ux_devices_hash', columnNames: ['hash'], isUnique: true },
      { name: 'ix_devices_seen', columnNames: ['key_id', 'hasSeat', 'lastSeen'] },
    ],
    foreignKeys: [ofLicenseKey('fk_devices_key')],
  });
}

function seatCounts(column: Columns): Table {
  return new Table({
    name: 'seat_counts',
    engine: 'InnoDB',
    columns: [{ ...column.integer('key_id'), isPrimary: true }, column.integer('taken'), column.integer('lastDevice')],
    foreignKeys: [ofLicenseKey('fk_seat_counts_key')],
  });
}

function servicePeriods(column: Columns): Table {
  return new Table({
    name: 'service_periods',
    engine: 'InnoDB',
    columns: [column.id(), column.bigInteger('startedAt'), column.bigInteger('endedAt')],
  });
}

function deviceSecrets(column: Columns): Table {
  return new Table({ name: SECRETS, engine: 'InnoDB', columns: [column.id(), column.ascii('secret', 64)] });
}

function ofLicenseKey(name: string) {
  return {
    name,
    columnNames: ['key_id'],
    referencedTableName: 'license_keys',
    referencedColumnNames: ['id'],
    onDelete: 'CASCADE',
    onUpdate: 'RESTRICT',
  };
}
