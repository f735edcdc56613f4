import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { databaseTime } from '../../platform/database/database-time';
import { weakDurability } from '../../platform/database/durability';
import { aheadOf, schemaState } from '../../platform/database/schema-state';
import { findUnfinishedRestore, UnfinishedRestoreError } from '../../platform/database/unfinished-restore';
import { keylinkCommand } from '../../platform/settings/keylink-command';
import { Settings } from '../../platform/settings/settings';
import type { Finding } from './finding';

/** Larger clock differences show in log times and in when license keys expire. */
const CLOCK_WARNING_MS = 1000;
const CLOCK_FAILURE_MS = 5000;

type Rows = Record<string, unknown>[];

@Injectable()
export class DatabaseChecks {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly settings: Settings,
  ) {}

  /** The first finding tells whether the database can be reached. */
  async *findings(): AsyncGenerator<Finding> {
    yield await this.version();
    yield await this.durability();
    yield await this.migrations();
    yield await this.clock();
  }

  private async version(): Promise<Finding> {
    const [row] = (await this.dataSource.query(
      this.isMysql ? 'SELECT VERSION() AS version' : 'SELECT sqlite_version() AS version',
    )) as Rows;
    const name = /mariadb/i.test(String(row.version)) ? '' : this.isMysql ? 'MySQL ' : 'SQLite ';
    return { check: 'database', status: 'ok', message: `${name}${String(row.version)} answers.` };
  }

  private async durability(): Promise<Finding> {
    const problems = await weakDurability(this.dataSource);
    return problems.length === 0
      ? { check: 'durability', status: 'ok', message: 'what is committed survives a power cut.' }
      : {
          check: 'durability',
          status: 'failed',
          message: `a power cut may lose answered checks: set ${problems.join(' and ')}.`,
        };
  }

  private async migrations(): Promise<Finding> {
    const unfinished = await findUnfinishedRestore(this.dataSource);
    if (unfinished) {
      return { check: 'migrations', status: 'failed', message: new UnfinishedRestoreError(unfinished).message };
    }
    const { pending, unknown, beyond } = await schemaState(this.dataSource);
    if (beyond.length > 0) {
      return { check: 'migrations', status: 'failed', message: `${aheadOf(beyond)} Start the newer version.` };
    }
    if (unknown.length > 0) {
      return {
        check: 'migrations',
        status: 'failed',
        message: `a newer keylink has run ${unknown.join(', ')}; upgrade this one.`,
      };
    }
    if (pending.length > 0) {
      const remedy = this.settings.autoMigrate
        ? 'will be run by the next start.'
        : `pending; run "${keylinkCommand('migrate')}".`;
      return { check: 'migrations', status: 'failed', message: `${pending.join(', ')} ${remedy}` };
    }
    return { check: 'migrations', status: 'ok', message: `all ${this.dataSource.migrations.length} have run.` };
  }

  private async clock(): Promise<Finding> {
    const check = 'clock';
    if (!this.isMysql) return { check, status: 'ok', message: "the embedded database uses this machine's clock." };
    const before = Date.now();
    const time = await databaseTime(this.dataSource);
    const ahead = Math.round((before + Date.now()) / 2 - time);
    const difference = Math.abs(ahead);
    const status = difference >= CLOCK_FAILURE_MS ? 'failed' : difference >= CLOCK_WARNING_MS ? 'warning' : 'ok';
    const remedy = status === 'ok' ? '' : ' Synchronise both, with NTP for example.';
    const message = `this machine's is ${difference} ms ${ahead < 0 ? 'behind' : 'ahead of'} the database server's (a warning from ${CLOCK_WARNING_MS} ms on, a failure from ${CLOCK_FAILURE_MS} ms on).${remedy}`;
    return { check, status, message };
  }

  private get isMysql(): boolean {
    return this.dataSource.options.type === 'mysql';
  }
}
