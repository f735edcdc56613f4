import type { DataSource } from 'typeorm';
import type { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver.js';
import { type Statement, type StatementRunner } from '../statement-runner';
import type { EmbeddedConnection } from './embedded-connection';
import { turnstileOf } from './serial-query-runner';

/** Runs the statements of a batch on the one SQLite connection, each in its turn among TypeORM's transactions. */
export class EmbeddedStatementRunner implements StatementRunner {
  /** There is one writer: a second batch would only wait, and be smaller. */
  readonly concurrency = 1;

  constructor(private readonly dataSource: DataSource) {}

  read<Row extends readonly unknown[]>({ sql, parameters }: Statement): Promise<Row[]> {
    return this.inTurn((connection) => connection.rows(sql, parameters) as unknown as Row[]);
  }

  commit(statements: readonly Statement[]): Promise<void> {
    return this.inTurn(async (connection) => {
      await connection.beginWriting();
      try {
        for (const { sql, parameters } of statements) connection.execute(sql, parameters);
        connection.exec('COMMIT');
      } catch (error) {
        connection.rollBack();
        throw error;
      }
    });
  }

  /** There are no row locks here. */
  findFreeRows(_table: string, ids: readonly number[]): Promise<Set<number>> {
    return Promise.resolve(new Set(ids));
  }

  private async inTurn<T>(work: (connection: EmbeddedConnection) => T | Promise<T>): Promise<T> {
    const driver = this.dataSource.driver as BetterSqlite3Driver;
    const leave = await turnstileOf(driver).enter();
    try {
      return await work(driver.databaseConnection as EmbeddedConnection);
    } finally {
      leave();
    }
  }
}
