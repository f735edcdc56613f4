import type { DataSource } from 'typeorm';
import type { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver.js';
import type { Reads } from '../reader';
import type { Statement } from '../statement-runner';
import type { EmbeddedConnection } from './embedded-connection';
import { mutexOf } from './serial-query-runner';

/** Runs readers' statements on the one SQLite connection, one at a time. */
export class EmbeddedReads implements Reads {
  private own = 0;

  constructor(private readonly dataSource: DataSource) {}

  get otherUses(): number {
    return mutexOf(this.driver).acquisitions - this.own;
  }

  get isInUse(): boolean {
    return mutexOf(this.driver).isHeld;
  }

  async run({ sql, parameters }: Statement): Promise<{ rows: unknown[][]; milliseconds: number }> {
    this.own++;
    const release = await mutexOf(this.driver).acquire();
    const start = performance.now();
    try {
      const rows = this.connection.rows(sql, parameters);
      return { rows, milliseconds: performance.now() - start };
    } finally {
      release();
    }
  }

  /** Skips the mutex: an open transaction neither affects this nor is affected. */
  probe(): Promise<void> {
    return new Promise((resolve) => {
      this.connection.probe();
      resolve();
    });
  }

  private get connection(): EmbeddedConnection {
    return this.driver.databaseConnection as EmbeddedConnection;
  }

  private get driver(): BetterSqlite3Driver {
    return this.dataSource.driver as BetterSqlite3Driver;
  }
}
