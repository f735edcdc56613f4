import type { QueryRunner } from 'typeorm';
import type { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver.js';
import { BetterSqlite3QueryRunner } from 'typeorm/driver/better-sqlite3/BetterSqlite3QueryRunner.js';
import type { EmbeddedConnection } from './embedded-connection';
import { Mutex, type Release } from './mutex';
import { SharedCommit } from './shared-commit';

/**
 * One query runner per caller. TypeORM shares a single one, which makes savepoints of concurrent transactions.
 * Inside a transaction use only its own manager: another runner would wait for the transaction's end.
 */
class SerialQueryRunner extends BetterSqlite3QueryRunner {
  private releaseMutex: Release | undefined;

  constructor(
    driver: BetterSqlite3Driver,
    private readonly mutex: Mutex,
    private readonly shared: SharedCommit,
  ) {
    super(driver);
  }

  override async startTransaction(): Promise<void> {
    this.releaseMutex ??= await this.mutex.acquire(true);
    try {
      await super.startTransaction();
    } catch (error) {
      // TypeORM marks the transaction as active before BEGIN, which may have failed.
      if (this.transactionDepth === 0) {
        this.isTransactionActive = false;
        this.endTurn();
      }
      throw error;
    }
  }

  override async commitTransaction(): Promise<void> {
    await super.commitTransaction();
    if (!this.isTransactionActive) this.endTurn();
  }

  override async rollbackTransaction(): Promise<void> {
    const outermost = this.transactionDepth <= 1;
    try {
      await super.rollbackTransaction();
    } finally {
      if (outermost) {
        this.isTransactionActive = false;
        this.transactionDepth = 0;
        this.endTurn();
      }
    }
  }

  override async query(sql: string, parameters?: unknown[], useStructuredResult = false): Promise<unknown> {
    const connection = (await this.connect()) as EmbeddedConnection;
    if (sql === 'BEGIN TRANSACTION') return this.shared.begin(connection);
    if (sql === 'COMMIT') return this.commit(connection);
    if (sql === 'ROLLBACK') return this.rollBack(connection);
    if (sql.startsWith('BEGIN')) throw new Error(`TypeORM begins transactions in another way than it did: ${sql}`);
    if (this.releaseMutex) return super.query(sql, parameters, useStructuredResult);
    const release = await this.mutex.acquire();
    try {
      if (connection.isReader(sql)) return await super.query(sql, parameters, useStructuredResult);
      return await this.writeAlone(connection, () => super.query(sql, parameters, useStructuredResult));
    } finally {
      release();
    }
  }

  private async commit(connection: EmbeddedConnection): Promise<void> {
    const committed = this.shared.commit(connection);
    if (!committed) return;
    this.endTurn();
    await committed;
  }

  private rollBack(connection: EmbeddedConnection): void {
    // A failing shared commit ends the turn: there is nothing left to undo.
    if (this.releaseMutex) this.shared.rollBack(connection);
  }

  private async writeAlone<T>(connection: EmbeddedConnection, write: () => Promise<T>): Promise<T> {
    await connection.beginWriting();
    try {
      const result = await write();
      connection.exec('COMMIT');
      return result;
    } catch (error) {
      connection.rollBack();
      throw error;
    }
  }

  override async release(): Promise<void> {
    if (this.isTransactionActive) await this.rollbackTransaction();
    this.isReleased = true;
  }

  private endTurn(): void {
    this.releaseMutex?.(this.shared.isOpen);
    this.releaseMutex = undefined;
  }
}

const mutexes = new WeakMap<BetterSqlite3Driver, Mutex>();

export function serializeTransactions(driver: BetterSqlite3Driver): void {
  const mutex = new Mutex(() => (driver.databaseConnection as EmbeddedConnection).mend());
  mutexes.set(driver, mutex);
  const shared = new SharedCommit(mutex);
  driver.createQueryRunner = () => new SerialQueryRunner(driver, mutex, shared) as QueryRunner;
}

export function mutexOf(driver: BetterSqlite3Driver): Mutex {
  const mutex = mutexes.get(driver);
  if (!mutex) throw new Error('The SQLite driver was not prepared for serial transactions.');
  return mutex;
}
