import type { DataSource } from 'typeorm';
import { EmbeddedStatementRunner } from './embedded/embedded-statement-runner';
import { MysqlStatementRunner } from './mysql-statement-runner';

/** One SQL statement in the common tongue of both databases; values are parameters, always. */
export interface Statement {
  readonly sql: string;
  readonly parameters: (string | number)[];
}

/**
 * What the two hot paths ask of a database, without TypeORM's query runners in between: they cost more than the
 * statements. Connections, pool and file are TypeORM's own all the same.
 */
export interface StatementRunner {
  /** How many batches may usefully be under way at a time. */
  readonly concurrency: number;

  /** The rows of one SELECT, outside of any transaction; each has its columns in the order of the SELECT. */
  read<Row extends readonly unknown[]>(statement: Statement): Promise<Row[]>;

  /**
   * Runs the statements in one transaction and commits it, in as few round trips as the driver allows. A conflict
   * with another transaction is retried.
   */
  commit(statements: readonly Statement[]): Promise<void>;

  /** Those of some rows that no other transaction holds at this moment. */
  findFreeRows(table: string, ids: readonly number[]): Promise<Set<number>>;
}

export function createStatementRunner(dataSource: DataSource): StatementRunner {
  return dataSource.options.type === 'mysql'
    ? new MysqlStatementRunner(dataSource)
    : new EmbeddedStatementRunner(dataSource);
}
