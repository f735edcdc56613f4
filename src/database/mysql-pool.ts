import { connect, type Socket } from 'node:net';
import mysql, {
  type ConnectionOptions,
  type Pool,
  type PoolConnection,
  type PoolOptions,
  type QueryError,
} from 'mysql2';
import { databaseFault, DatabaseOverloadedError } from './database-errors';
import type { MysqlServers } from './mysql-servers';

/** Longest that a statement, or the wait for a connection, may take, in milliseconds: whoever asked is answered 503 then. */
const PATIENCE_MS = 2500;
/** Most that wait for a connection at a time; one more is refused. */
const MAX_WAITING = 1000;

/** In one round trip, before anything else. */
const SESSION = [
  // Fewer gap locks, so fewer deadlocks; no statement here relies on a repeatable read.
  'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
  // Whoever waits for a row longer than this has been answered 503 by then.
  'SET SESSION innodb_lock_wait_timeout = 1',
  // Strict, so that nothing is cut silently; and with backslash escapes, which mysql2's escaping relies on.
  "SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION'",
  // A node of a Galera cluster has seen what the others committed before it reads.
  'SET SESSION wsrep_sync_wait = 1',
].join('; ');

/** What mysql2 has and doesn't declare. */
interface OpenConnection {
  readonly config: ConnectionOptions;
  readonly stream: Socket;
}
interface RunningCommand {
  onResult?: (error: QueryError | null, ...result: unknown[]) => void;
}
type Acquire = (error: NodeJS.ErrnoException | null, connection: PoolConnection) => unknown;

/**
 * Makes a pool of mysql2's never wait without end, and move to another server when the one in use fails: every
 * statement and every wait for a connection has a deadline, and a connection that misses one is destroyed.
 */
export class MysqlPool {
  readonly pool: Pool;
  /** Of which generation of the servers each connection is. */
  private readonly generations = new WeakMap<ConnectionOptions, number>();
  private readonly prepared = new WeakSet<PoolConnection>();
  private waiting = 0;
  /** Off while migrations run: an index on a large table takes its time. */
  hasDeadlines = true;

  constructor(
    options: PoolOptions,
    private readonly servers: MysqlServers,
  ) {
    this.pool = mysql.createPool({ ...options, stream: ({ config }: OpenConnection) => this.openSocket(config) });
    const getConnection = this.pool.getConnection.bind(this.pool);
    this.pool.getConnection = (done: Acquire) => this.acquire(getConnection, done);
    this.pool.on('connection', (connection) => {
      // Told to whoever runs the statement as well; without a listener it would end the process.
      connection.on('error', () => {});
      this.watchStatements(connection);
    });
  }

  /** Connections that wait, are in use, and are open, for the metrics. */
  get usage(): { waiting: number; used: number; open: number } {
    const { _allConnections: all, _freeConnections: free } = this.pool as unknown as Record<string, { length: number }>;
    return { waiting: this.waiting, used: all.length - free.length, open: all.length };
  }

  private openSocket(config: ConnectionOptions): Socket {
    const { host, port } = this.servers.current;
    this.generations.set(config, this.servers.generation);
    // A certificate is verified against the name of the server that is really asked.
    Object.assign(config, { host, port });
    return connect({ host, port, noDelay: true, keepAlive: true });
  }

  private acquire(getConnection: (done: Acquire) => void, done: Acquire): void {
    if (this.waiting >= MAX_WAITING) {
      done(new DatabaseOverloadedError('Too many wait for a connection.'), undefined!);
      return;
    }
    this.waiting++;
    let isOver = false;
    const finish: Acquire = (error, connection) => {
      if (isOver) return connection?.release();
      isOver = true;
      this.waiting--;
      clearTimeout(timer);
      return done(error, connection);
    };
    const timer = setTimeout(
      () => finish(new DatabaseOverloadedError('No connection became free in time.'), undefined!),
      PATIENCE_MS,
    );
    const attempt = (left: number): void => {
      const { generation } = this.servers;
      getConnection((error, connection) => {
        const isLost = error && databaseFault(error) === 'unavailable';
        if (isLost) this.servers.leave(generation);
        if (isLost && left > 1 && !isOver) attempt(left - 1);
        else if (error) finish(error, connection);
        else if (this.generations.get(connection.config) === this.servers.generation) this.prepare(connection, finish);
        else {
          discard(connection);
          attempt(left);
        }
      });
    };
    attempt(this.servers.count);
  }

  /** Makes sure that a connection's session is set up before anybody uses it. */
  private prepare(connection: PoolConnection, done: Acquire): void {
    if (this.prepared.has(connection)) {
      done(null, connection);
      return;
    }
    connection.query(SESSION, (error) => {
      // Only Galera's servers know the last word.
      if (error && error.code !== 'ER_UNKNOWN_SYSTEM_VARIABLE') {
        discard(connection);
        done(error, undefined!);
        return;
      }
      this.prepared.add(connection);
      done(null, connection);
    });
  }

  private watchStatements(connection: PoolConnection): void {
    const query = connection.query.bind(connection) as (...parameters: unknown[]) => RunningCommand;
    const watched = (...parameters: unknown[]): RunningCommand => {
      const command = query(...parameters);
      const { onResult } = command;
      if (!onResult) return command;
      const timer = this.hasDeadlines ? setTimeout(() => this.giveUp(connection), PATIENCE_MS) : undefined;
      command.onResult = (error, ...result) => {
        clearTimeout(timer);
        if (error && isServerLost(error)) this.servers.leave(this.generations.get(connection.config));
        onResult(error, ...result);
      };
      return command;
    };
    connection.query = watched as unknown as PoolConnection['query'];
  }

  /** Whatever the server still does with the statement, nobody waits for it; the connection isn't used again. */
  private giveUp(connection: PoolConnection): void {
    this.servers.leave(this.generations.get(connection.config));
    discard(connection, Object.assign(new Error('The database did not answer in time.'), { code: 'ETIMEDOUT' }));
  }
}

/** Not mysql2's own `destroy`, which says goodbye to the server and waits for the answer. */
function discard(connection: PoolConnection, error?: Error): void {
  connection.destroy();
  (connection as unknown as OpenConnection).stream.destroy(error);
}

/** The connection broke, or its server can't write any more: it is shutting down, or has lost its cluster or its rank. */
function isServerLost(error: QueryError): boolean {
  return error.fatal || SERVER_LOST.has(error.code);
}

const SERVER_LOST = new Set([
  'ER_SERVER_SHUTDOWN',
  'ER_UNKNOWN_COM_ERROR',
  'ER_OPTION_PREVENTS_STATEMENT',
  'ER_READ_ONLY_MODE',
  'ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION',
]);
