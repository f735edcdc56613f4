import type { PoolConnection, QueryError, ResultSetHeader } from 'mysql2';
import type { DataSource } from 'typeorm';
import { CommitUnknownError, databaseFault, ServerUnfitError, StaleRowsError } from './database-errors';
import { mysqlPoolsOf } from './mysql-options';
import type { MysqlPool } from './mysql-pool';
import { runOn } from './mysql-query';
import { READ_ONLY, takesWrites } from './mysql-session';
import { type Read, type Rows, type Statement, StatementRunner, type Step, type Write } from './statement-runner';
import { retryConflicts } from './retry-conflicts';

/** `SERVER_STATUS_IN_TRANS` of MySQL's protocol. */
const IN_TRANSACTION = 1;

/** In front of all reads: who isn't the writable member of a group may not have seen yet what the others acknowledged. */
const ASK_ROLE = 'SELECT @@global.read_only';

/**
 * Runs the statements of a batch on connections of the batches' own. To MySQL, and to a MariaDB that is in no cluster, what is
 * written goes in one packet with its COMMIT. To all others each statement goes alone, and the next only when that is known to
 * be part of the transaction: in a packet, MariaDB's Galera goes on behind a transaction that it has given up, and confirms a
 * COMMIT of nothing (decision 014).
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
      const [rows] = await this.ask(connection, [], [statement]);
      return rows as unknown as Row[];
    });
  }

  transact<Result>(reads: readonly Read[], decide: (found: readonly Rows[]) => Step<Result>): Promise<Result> {
    const attempt = async (connection: PoolConnection): Promise<Result> => {
      let step = decide(await this.ask(connection, ['START TRANSACTION'], reads));
      while ('proceed' in step) step = step.proceed(await this.ask(connection, [], step.reads));
      const { writes, result } = step;
      const begunAt = performance.now();
      // How many rows a write has changed must be known before it is committed.
      if (this.batches.takesPackets(connection) && writes.every(({ affects }) => affects === undefined)) {
        await writeAtOnce(connection, writes);
      } else {
        for (const statement of writes) await write(connection, statement);
        await commit(connection);
      }
      if (writes.length > 0) this.batches.noteCommit(connection, begunAt);
      return result;
    };
    // Who waited for a row in vain tells the batcher, which goes on without the requests that need it.
    return retryConflicts(() => this.connected(attempt), ['conflict', 'stale']);
  }

  /** Reads in one round trip: a packet that changes nothing may go on behind a failure. */
  private async ask(
    connection: PoolConnection,
    before: readonly string[],
    reads: readonly Read[],
  ): Promise<readonly Rows[]> {
    const sql = [...before, ASK_ROLE, ...reads.map(textOf)].join('; ');
    const parameters = reads.flatMap((read) => read.parameters);
    const results = (await runOn(connection, sql, parameters)) as unknown as Rows[];
    const [[[readOnly]], ...found] = results.slice(before.length);
    if (!takesWrites(readOnly)) {
      this.batches.leaveServerOf(connection, READ_ONLY);
      throw new ServerUnfitError(READ_ONLY);
    }
    return found;
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

function textOf({ sql, skipsHeld }: Read): string {
  return skipsHeld ? `${sql} FOR UPDATE SKIP LOCKED` : sql;
}

async function writeAtOnce(connection: PoolConnection, writes: readonly Write[]): Promise<void> {
  const sql = [...writes.map((write) => write.sql), 'COMMIT'].join('; ');
  const parameters = writes.flatMap((write) => write.parameters);
  await runOn(connection, sql, parameters);
}

async function write(connection: PoolConnection, { sql, parameters, affects }: Write): Promise<void> {
  const { serverStatus, affectedRows } = (await runOn(connection, sql, parameters)) as ResultSetHeader;
  // What it did may be committed already, so nothing is repeated.
  if ((serverStatus & IN_TRANSACTION) === 0) throw new CommitUnknownError('The transaction ended unasked.');
  if (affects !== undefined && affectedRows !== affects) throw new StaleRowsError();
}

async function commit(connection: PoolConnection): Promise<void> {
  try {
    await runOn(connection, 'COMMIT', []);
  } catch (error) {
    // After these the server has committed nothing; after any other that is unknown, and nothing is repeated.
    const fault = databaseFault(error);
    if (fault === 'conflict' || fault === 'locked' || fault === 'unavailable') throw error;
    throw new CommitUnknownError('The database did not say how a commit ended.', { cause: error });
  }
}

/** What failed half-way must not be committed by the connection's next user. */
async function discardTransaction(connection: PoolConnection, error: Partial<QueryError>): Promise<void> {
  if (error.fatal) {
    connection.destroy();
    return;
  }
  try {
    await runOn(connection, 'ROLLBACK', []);
    connection.release();
  } catch {
    // The first error says what went wrong; a connection that can't even roll back is of no more use.
    connection.destroy();
  }
}
