import type { DataSource } from 'typeorm';
import type { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver.js';
import { BatchTrace } from '../../telemetry/batch-trace';
import { StaleRowsError } from '../database-errors';
import { type Read, type Rows, type Statement, StatementRunner, type Step } from '../statement-runner';
import type { EmbeddedConnection } from './embedded-connection';
import { mutexOf } from './serial-query-runner';

/** Runs batches on the one SQLite connection, one at a time, in turn with TypeORM's transactions. */
export class EmbeddedStatementRunner extends StatementRunner {
  /** SQLite has one writer: a second batch would only wait. */
  readonly concurrency = 1;
  readonly isShared = false;

  constructor(private readonly dataSource: DataSource) {
    super();
  }

  read<Row extends readonly unknown[]>({ sql, parameters }: Statement): Promise<Row[]> {
    return this.inTurn((connection) => connection.rows(sql, parameters) as unknown as Row[]);
  }

  transact<Result>(reads: readonly Read[], decide: (found: readonly Rows[]) => Step<Result>): Promise<Result> {
    const trace = BatchTrace.underWay;
    return this.inTurn(async (connection) => {
      // From here on only this transaction writes, so no row is held or goes stale.
      await connection.beginWriting();
      trace?.mark('connect');
      try {
        const find = (wanted: readonly Read[]) => {
          const found = wanted.map(({ sql, parameters }) => connection.rows(sql, parameters));
          trace?.mark('read');
          return found;
        };
        let step = decide(find(reads));
        while ('proceed' in step) {
          trace?.mark('decide');
          step = step.proceed(find(step.reads));
        }
        const { writes, result } = step;
        trace?.mark('decide');
        for (const { sql, parameters, affects } of writes) {
          const changed = connection.execute(sql, parameters);
          if (affects !== undefined && changed !== affects) throw new StaleRowsError();
        }
        trace?.mark('write');
        if (writes.length > 0) connection.exec('COMMIT');
        else connection.rollBack();
        trace?.mark('commit');
        return result;
      } catch (error) {
        connection.rollBack();
        throw error;
      }
    });
  }

  private async inTurn<T>(work: (connection: EmbeddedConnection) => T | Promise<T>): Promise<T> {
    const driver = this.dataSource.driver as BetterSqlite3Driver;
    const release = await mutexOf(driver).acquire();
    try {
      return await work(driver.databaseConnection as EmbeddedConnection);
    } finally {
      release();
    }
  }
}
