import type { PoolConnection, QueryError, ResultSetHeader } from 'mysql2';
import type { DataSource } from 'typeorm';
import { BatchTrace } from '../telemetry/batch-trace';
import { CommitUnknownError, databaseFault, StaleRowsError } from './database-errors';
import { mysqlPoolsOf } from './mysql-options';
import type { MysqlPool } from './mysql-pool';
import { runOn } from './mysql-query';
import { type Read, type Rows, type Statement, StatementRunner, type Step, type Write } from './statement-runner';
import { retryConflicts } from './retry-conflicts';

/** `SERVER_STATUS_IN_TRANS` of MySQL's protocol. */
const IN_TRANSACTION = 1;

/**
 * Runs batches on their own connections. MySQL, and MariaDB outside a cluster, get all writes and the COMMIT in one
 * packet. Others get one statement at a time: Galera continues a packet after it has given up the transaction, and
 * confirms an empty COMMIT (decision 014).
 */
export class MysqlStatementRunner extends StatementRunner {
  /** While one batch is written to disk, the next is read and judged. */
  readonly concurrency = 2;
  readonly isShared = true;
  private readonly batches: MysqlPool;

  constructor(dataSource: DataSource) {
    super();
    this.batches = mysqlPoolsOf(dataSource)!.batches;
  }

  read<Row extends readonly unknown[]>(statement: Statement): Promise<Row[]> {
    return this.connected(async (connection) => {
      const [rows] = await this.batches.read(connection, [statement]);
      return rows as unknown as Row[];
    });
  }

  transact<Result>(reads: readonly Read[], decide: (found: readonly Rows[]) => Step<Result>): Promise<Result> {
    const trace = BatchTrace.underWay;
    const attempt = async (connection: PoolConnection): Promise<Result> => {
      trace?.mark('connect');
      let found = await this.batches.read(connection, reads.map(locking), ['START TRANSACTION']);
      trace?.mark('read');
      let step = decide(found);
      while ('proceed' in step) {
        trace?.mark('decide');
        found = await this.batches.read(connection, step.reads.map(locking));
        trace?.mark('read');
        step = step.proceed(found);
      }
      const { writes, result } = step;
      trace?.mark('decide');
      const begunAt = performance.now();
      // Counts of changed rows must be known before the commit.
      if (this.batches.takesPackets(connection) && writes.every(({ affects }) => affects === undefined)) {
        await writeAtOnce(connection, writes);
      } else {
        for (const statement of writes) await write(connection, statement);
        trace?.mark('write');
        await commit(connection);
      }
      trace?.mark('commit');
      if (writes.length > 0) this.batches.noteCommit(connection, begunAt);
      return result;
    };
    // Not `locked`: the batcher goes on without the requests that need the row.
    return retryConflicts(() => this.connected(attempt), ['conflict', 'stale']);
  }

  private async connected<T>(work: (connection: PoolConnection) => Promise<T>): Promise<T> {
    const connection = await this.batches.connect();
    try {
      const result = await work(connection);
      connection.release();
      return result;
    } catch (error) {
      await discardTransaction(connection, error as Partial<QueryError>);
      throw error;
    }
  }
}

function locking({ sql, parameters, skipsHeld }: Read): Statement {
  return { sql: skipsHeld ? `${sql} FOR UPDATE SKIP LOCKED` : sql, parameters };
}

async function writeAtOnce(connection: PoolConnection, writes: readonly Write[]): Promise<void> {
  const sql = [...writes.map((write) => write.sql), 'COMMIT'].join('; ');
  const parameters = writes.flatMap((write) => write.parameters);
  await runOn(connection, sql, parameters);
}

async function write(connection: PoolConnection, { sql, parameters, affects }: Write): Promise<void> {
  const { serverStatus, affectedRows } = (await runOn(connection, sql, parameters)) as ResultSetHeader;
  // Its effect may be committed already, so nothing is repeated.
  if ((serverStatus & IN_TRANSACTION) === 0) throw new CommitUnknownError('The transaction ended unasked.');
  if (affects !== undefined && affectedRows !== affects) throw new StaleRowsError();
}

async function commit(connection: PoolConnection): Promise<void> {
  try {
    await runOn(connection, 'COMMIT', []);
  } catch (error) {
    // These mean nothing was committed; after other errors that is unknown.
    const fault = databaseFault(error);
    if (fault === 'conflict' || fault === 'locked' || fault === 'unavailable') throw error;
    throw new CommitUnknownError('The database did not say how a commit ended.', { cause: error });
  }
}

/** The next user of the connection must not commit a half-done transaction. */
async function discardTransaction(connection: PoolConnection, error: Partial<QueryError>): Promise<void> {
  if (error.fatal) {
    connection.destroy();
    return;
  }
  try {
    await runOn(connection, 'ROLLBACK', []);
    connection.release();
  } catch {
    // The first error says what went wrong.
    connection.destroy();
  }
}
