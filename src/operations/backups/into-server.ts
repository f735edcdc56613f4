import { createHash } from 'node:crypto';
import type { PoolConnection, QueryError, ResultSetHeader } from 'mysql2';
import type { DataSource } from 'typeorm';
import { connectDatabase, dataSourceOptions, type Schema } from '../../platform/database/data-source';
import { migrate } from '../../platform/database/migrating/migrate';
import { mysqlPoolsOf } from '../../platform/database/mysql-options';
import { StartLock } from '../../platform/database/start-lock';
import {
  beginRestore,
  endRestore,
  findUnfinishedRestore,
  noteRestore,
  type RestoreProgress,
} from '../../platform/database/unfinished-restore';
import type { MysqlTarget } from '../../platform/settings/database-url';
import { BackupFault } from './backup-fault';
import type { Load } from './check-contents';
import type { Destination } from './destination';
import { quote } from './snapshot';

/** Used by the migrations themselves. */
const START_LOCK = 'start_lock';

/** Errors of storing progress: another restore has just ended, or is running. */
const TAKEN: ReadonlySet<string> = new Set(['ER_NO_SUCH_TABLE', 'ER_LOCK_WAIT_TIMEOUT']);

/** For this session only. The last one keeps ids of 0. */
const SETTINGS = `SET SESSION foreign_key_checks = 0, unique_checks = 0,
  sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION,NO_AUTO_VALUE_ON_ZERO'`;

/** Restores into MySQL or MariaDB. A row holds the progress and keeps services from starting; a restore that was killed continues from it. */
export class IntoServer implements Destination {
  private source: DataSource | undefined;
  private connection: PoolConnection | undefined;
  private before: RestoreProgress = { source: '', portions: 0, hash: '' };
  private done: RestoreProgress = this.before;
  private table = '';

  constructor(
    private readonly target: MysqlTarget,
    private readonly schema: Schema,
    private readonly tell: (message: string) => void,
  ) {}

  async requireEmpty(): Promise<void> {
    const source = await this.connect(this.schema.migrations);
    try {
      await this.requireNothingIn(source);
    } finally {
      await source.destroy();
    }
  }

  async begin(migrations: Schema['migrations'], source: string): Promise<void> {
    this.source = await this.connect(migrations);
    const { source: dataSource } = this;
    await new StartLock(dataSource).hold(async () => {
      const found = await this.requireNothingIn(dataSource);
      await beginRestore(dataSource, source);
      this.before = found ?? { ...this.before, source };
    });
    if (this.before.portions > 0) this.tell(`Goes on with a restore that was not finished (${this.before.source}).`);
    this.done = { source, portions: 0, hash: '' };
    await migrate(dataSource, this.tell, true);
    this.connection = await mysqlPoolsOf(dataSource)!.others.connect();
    await this.run(SETTINGS);
  }

  async load({ head: { table, columns }, text, rows }: Load): Promise<void> {
    const isFirst = table !== this.table;
    this.table = table;
    const before = this.done;
    this.done = { ...before, portions: before.portions + 1, hash: chain(before.hash, table, text) };
    if (this.done.portions <= this.before.portions) return this.requireSame();
    await this.run('START TRANSACTION');
    await this.note(before);
    // Removes rows that migrations have inserted.
    if (isFirst) await this.run(`DELETE FROM ${quote(table)}`);
    if (rows.length > 0) {
      await this.run(`INSERT INTO ${quote(table)} (${columns.map(quote).join(', ')}) VALUES ?`, [rows]);
    }
    await this.run('COMMIT');
  }

  /** Waits for another restore's transaction. @throws {BackupFault} if another one has made progress or ended */
  private async note(before: RestoreProgress): Promise<void> {
    const isNoted = await noteRestore((sql, parameters) => this.run(sql, parameters), before, this.done).catch(
      (error: QueryError) => {
        if (TAKEN.has(error.code)) return false;
        throw error;
      },
    );
    if (isNoted) return;
    throw new BackupFault(
      `Something else fills the database "${this.target.database}" too, or has just filled it. Let that end, then look whether all is there.`,
    );
  }

  async loaded(): Promise<DataSource> {
    // A shorter backup never reaches the portion at which they are compared.
    if (this.done.portions < this.before.portions) throw this.otherSource();
    await this.abandon();
    this.source = await this.connect(this.schema.migrations);
    await migrate(this.source, this.tell, true);
    return this.source;
  }

  async end(): Promise<void> {
    const source = await this.connect(this.schema.migrations);
    await endRestore(source);
    await source.destroy();
  }

  async abandon(): Promise<void> {
    this.connection?.destroy();
    this.connection = undefined;
    if (this.source?.isInitialized) await this.source.destroy();
  }

  private connect(migrations: Schema['migrations']): Promise<DataSource> {
    return connectDatabase(dataSourceOptions(this.target, { ...this.schema, migrations }), false);
  }

  private async requireNothingIn(dataSource: DataSource): Promise<RestoreProgress | undefined> {
    const unfinished = await findUnfinishedRestore(dataSource);
    if (unfinished) return unfinished;
    const rows: { name: string }[] = await dataSource.query(
      'SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE()',
    );
    const tables = rows.map(({ name }) => name).filter((name) => name !== START_LOCK);
    if (tables.length === 0) return undefined;
    throw new BackupFault(
      `The database "${this.target.database}" has tables already (${tables.slice(0, 3).join(', ')}${tables.length > 3 ? ', …' : ''}), and only an empty one is filled. Create another database, and name that one.`,
    );
  }

  private requireSame(): void {
    const { portions, hash } = this.done;
    if (portions < this.before.portions || hash === this.before.hash) return;
    throw this.otherSource();
  }

  private otherSource(): BackupFault {
    return new BackupFault(
      `The database holds part of something else (${this.before.source}). Restore or move that again, and it goes on where it was; or drop the database and create it again.`,
    );
  }

  /** @returns how many rows it changed */
  private run(sql: string, parameters: unknown[] = []): Promise<number> {
    return new Promise((resolve, reject) => {
      this.connection!.query<ResultSetHeader>(sql, parameters, (error, result) =>
        error ? reject(error) : resolve(result.affectedRows),
      );
    });
  }
}

const chain = (before: string, table: string, text: string): string =>
  createHash('sha256').update(`${before}\n${table}\n`).update(text).digest('hex');
