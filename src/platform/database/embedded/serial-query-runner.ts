import type { QueryRunner } from 'typeorm';
import type { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver.js';
import { BetterSqlite3QueryRunner } from 'typeorm/driver/better-sqlite3/BetterSqlite3QueryRunner.js';
import type { EmbeddedConnection } from './embedded-connection';

/** Longest that one holder may follow another before the event loop looks at the network again. */
const LONGEST_RUN_MS = 5;
/** How many turns the event loop gets then; it takes one new connection in each, and an idle one costs microseconds. */
const TURNS = 32;

/**
 * Lets one holder in at a time, first come, first served. Not of a package: holders in a row pause, and each begins by
 * preparing the connection.
 */
class Mutex {
  private tail: Promise<void> = Promise.resolve();
  private pausedAt = 0;
  /** How many have asked for it so far. */
  acquisitions = 0;

  /** @param prepare runs as each turn begins, which ends at once when it throws */
  constructor(private readonly prepare: () => void) {}

  /** Waits for its turn; the returned function ends it. */
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
   * SQLite works while the event loop stands still, and promises are settled before it moves on: many transactions in
   * a row would keep new connections, of which it takes one in each turn, waiting for seconds, and clients that open one
   * for each request would meet a service a third as fast.
   */
  private async pause(): Promise<void> {
    if (performance.now() - this.pausedAt < LONGEST_RUN_MS) return;
    for (let turn = 0; turn < TURNS; turn++) await new Promise((resolve) => setImmediate(resolve));
    this.pausedAt = performance.now();
  }
}

/**
 * A query runner of its own for each caller, over the one SQLite connection. TypeORM shares a single
 * runner, so that concurrent transactions become savepoints of one another and one's rollback undoes the others.
 * Here a transaction, or a statement outside of one, waits until the one before it has ended.
 *
 * Inside a transaction only its own manager may be used: another runner would wait for the transaction's end.
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
      // TypeORM marks the transaction as active before BEGIN, which may have been refused.
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

  // The base class declares the result as any.
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

  /** A lone statement that changes something gets a transaction of its own, begun in the one safe way. */
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

/** Makes TypeORM's SQLite driver hand out serial query runners. */
export function serializeTransactions(driver: BetterSqlite3Driver): void {
  const mutex = new Mutex(() => (driver.databaseConnection as EmbeddedConnection).mend());
  mutexes.set(driver, mutex);
  driver.createQueryRunner = () => new SerialQueryRunner(driver, mutex) as QueryRunner;
}

/** The mutex of a serialized driver's connection. */
export function mutexOf(driver: BetterSqlite3Driver): Mutex {
  const mutex = mutexes.get(driver);
  if (!mutex) throw new Error('The SQLite driver was not prepared for serial transactions.');
  return mutex;
}
