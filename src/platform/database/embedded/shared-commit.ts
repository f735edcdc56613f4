import { StaleRowsError } from '../database-errors';
import type { EmbeddedConnection } from './embedded-connection';
import type { Mutex } from './mutex';

/** Most transactions per commit. */
const MOST = 64;

interface Waiting {
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Transactions that wait for each other share one commit, and its flush (decision 126): each is a savepoint in one
 * transaction of SQLite, and is answered once that is on disk. The turn is only handed over while others wait for the
 * commit.
 */
export class SharedCommit {
  private waiting: Waiting[] = [];

  constructor(private readonly mutex: Mutex) {}

  get isOpen(): boolean {
    return this.waiting.length > 0;
  }

  async begin(connection: EmbeddedConnection): Promise<void> {
    if (!this.isOpen) return connection.beginWriting();
    try {
      connection.exec('SAVEPOINT shared');
    } catch (error) {
      connection.rollBack();
      this.settle((one) => one.reject(error));
      throw error;
    }
  }

  /** @returns undefined if everything is on disk; otherwise resolves once it is, and the turn must be handed over */
  commit(connection: EmbeddedConnection): Promise<void> | undefined {
    if (this.isOpen) connection.exec('RELEASE shared');
    if (this.mutex.canHandOver && this.waiting.length < MOST) {
      return new Promise((resolve, reject) => this.waiting.push({ resolve, reject }));
    }
    this.flush(connection);
    return undefined;
  }

  /** Undoes only the holder's part. */
  rollBack(connection: EmbeddedConnection): void {
    if (!this.isOpen) return connection.rollBack();
    if (!connection.isInTransaction) {
      // SQLite has undone the whole transaction, as it may when the disk is full: the others start over.
      this.settle((one) => one.reject(new StaleRowsError()));
      return;
    }
    connection.exec('ROLLBACK TO shared');
    connection.exec('RELEASE shared');
    if (!this.mutex.canHandOver) this.flush(connection);
  }

  private flush(connection: EmbeddedConnection): void {
    try {
      connection.exec('COMMIT');
    } catch (error) {
      this.settle((one) => one.reject(error));
      throw error;
    }
    this.settle((one) => one.resolve());
  }

  private settle(end: (one: Waiting) => void): void {
    const settled = this.waiting;
    this.waiting = [];
    for (const one of settled) end(one);
  }
}
