import type { QueryRunner } from 'typeorm';
import type { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver.js';
import { BetterSqlite3QueryRunner } from 'typeorm/driver/better-sqlite3/BetterSqlite3QueryRunner.js';
import type { EmbeddedConnection } from './embedded-connection';

/** Longest run of transactions before the event loop handles the network again. */
const LONGEST_RUN_MS = 5;
/** The event loop accepts one connection per turn; an idle turn costs microseconds. */
const TURNS = 32;

/** First come, first served. Written here because it pauses between holders and prepares the connection for each. */
class Mutex {
  private tail: Promise<void> = Promise.resolve();
  private pausedAt = 0;
  acquisitions = 0;

  /** @param prepare runs as each turn begins; if it throws, the turn ends */
  constructor(private readonly prepare: () => void) {}

  /** @returns a function that ends the turn */
  async acquire(): Promise<() => void> {
    this.acquisitions++;
    const before = this.tail;
    let release!: () => void;
    this.tail = new Promise((resolve) => (release = resolve));
    await before;
    await this.pause();
    try {
      this.prepare();
      return release;
    } catch (error) {
      release();
      throw error;
    }
  }

  /**
   * SQLite blocks the event loop, and promises run before it turns. Without pauses, many transactions in a row keep
   * new connections waiting for seconds; clients that open one per request get a third of the throughput.
   */
  private async pause(): Promise<void> {
    if (performance.now() - this.pausedAt < LONGEST_RUN_MS) return;
    for (let turn = 0; turn < TURNS; turn++) await new Promise((resolve) => setImmediate(resolve));
    this.pausedAt = performance.now();
  }
}

/**
 * One query runner per caller. TypeORM shares a single one, which makes savepoints of concurrent transactions.
 * Inside a transaction use only its own manager: another runner would wait for the transaction's end.
 */
class SerialQueryRunner extends BetterSqlite3QueryRunner {
  private releaseMutex: (() => void) | undefined;

  constructor(
    driver: BetterSqlite3Driver,
    private readonly mutex: Mutex,
  ) {
    super(driver);
  }

  override async startTransaction(): Promise<void> {
    this.releaseMutex ??= await this.mutex.acquire();
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
    if (sql === 'BEGIN TRANSACTION') return connection.beginWriting();
    if (sql === 'COMMIT') return connection.exec(sql);
    if (sql === 'ROLLBACK') return connection.rollBack();
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
    this.releaseMutex?.();
    this.releaseMutex = undefined;
  }
}

const mutexes = new WeakMap<BetterSqlite3Driver, Mutex>();

export function serializeTransactions(driver: BetterSqlite3Driver): void {
  const mutex = new Mutex(() => (driver.databaseConnection as EmbeddedConnection).mend());
  mutexes.set(driver, mutex);
  driver.createQueryRunner = () => new SerialQueryRunner(driver, mutex) as QueryRunner;
}

export function mutexOf(driver: BetterSqlite3Driver): Mutex {
  const mutex = mutexes.get(driver);
  if (!mutex) throw new Error('The SQLite driver was not prepared for serial transactions.');
  return mutex;
}
