import type { Pool, PoolConnection, QueryError, QueryResult } from 'mysql2';
import type { DataSource } from 'typeorm';
import { mysqlPoolsOf } from './mysql-options';
import { type Statement, type StatementRunner } from './statement-runner';
import { retryConflicts } from './transaction';

/** Runs the statements of a batch on connections of the batches' own, a whole transaction in one round trip. */
export class MysqlStatementRunner implements StatementRunner {
  /** While one batch is written to disk, the next is read and judged. */
  readonly concurrency = 2;
  private readonly pool: Pool;

  constructor(dataSource: DataSource) {
    this.pool = mysqlPoolsOf(dataSource)!.batches.pool;
  }

  // Not `pool.query`: what it keeps of each query hangs together, so that memory grows until the next full collection.
  async read<Row extends readonly unknown[]>({ sql, parameters }: Statement): Promise<Row[]> {
    return (await this.query(sql, parameters)) as unknown as Row[];
  }

  commit(statements: readonly Statement[]): Promise<void> {
    const sql = `START TRANSACTION; ${statements.map((statement) => statement.sql).join('; ')}; COMMIT`;
    const parameters = statements.flatMap((statement) => statement.parameters);
    const transact = async (): Promise<void> => {
      await this.query(sql, parameters);
    };
    // Who waited for a row in vain tells the batch, which goes on without the requests that need it.
    return retryConflicts(transact, ['conflict']);
  }

  async findFreeRows(table: string, ids: readonly number[]): Promise<Set<number>> {
    if (ids.length === 0) return new Set();
    const sql = `SELECT id FROM ${table} WHERE id IN (${ids.map(() => '?').join(', ')}) FOR UPDATE SKIP LOCKED`;
    const rows = await this.read<[id: number]>({ sql, parameters: [...ids] });
    return new Set(rows.map(([id]) => id));
  }

  private async query(sql: string, parameters: (string | number)[]): Promise<QueryResult> {
    const connection = await this.connect();
    try {
      const result = await run(connection, sql, parameters);
      connection.release();
      return result;
    } catch (error) {
      await discardTransaction(connection, error as QueryError);
      throw error;
    }
  }

  private connect(): Promise<PoolConnection> {
    return new Promise((resolve, reject) => {
      this.pool.getConnection((error, connection) => (error ? reject(error) : resolve(connection)));
    });
  }
}

function run(connection: PoolConnection, sql: string, parameters: (string | number)[]): Promise<QueryResult> {
  return new Promise((resolve, reject) => {
    connection.query({ sql, rowsAsArray: true }, parameters, (error, result) =>
      error ? reject(error) : resolve(result),
    );
  });
}

/** What failed half-way must not be committed by the connection's next user. */
async function discardTransaction(connection: PoolConnection, error: QueryError): Promise<void> {
  if (error.fatal) {
    connection.destroy();
    return;
  }
  try {
    await run(connection, 'ROLLBACK', []);
    connection.release();
  } catch {
    // The first error says what went wrong; a connection that can't even roll back is of no more use.
    connection.destroy();
  }
}
