import type { Socket } from 'node:net';
import type { ConnectionOptions, Pool, PoolConnection, PoolOptions, QueryError } from 'mysql2';
import { type Acquire, ConnectionQueue } from './connection-queue';
import { databaseFault, DatabaseOverloadedError, ServerUnfitError } from './database-errors';
import { mysqlDriver } from './drivers';
import { endSession } from './end-session';
import type { MysqlServers } from './mysql-servers';
import { runOn } from './mysql-query';
import { ASK_ROLE, openSession, READ_ONLY, requireWritable, type Session, takesWrites } from './mysql-session';
import { connectTo } from './server-tls';
import type { Rows, Statement } from './statement-runner';

/** Deadline of a statement and of the wait for a connection; then the caller gets a 503. */
const PATIENCE_MS = 2500;
const MAX_WAITING = 1000;

/** Parts of mysql2 that its types leave out. */
interface OpenConnection {
  readonly config: ConnectionOptions;
  readonly stream: Socket;
}

/** mysql2's pool with deadlines and failover: a late connection is destroyed, a failed server left for the next. */
export class MysqlPool {
  readonly pool: Pool;
  /** The generation of the servers that each connection belongs to. */
  private readonly generations = new WeakMap<ConnectionOptions, number>();
  private readonly sessions = new WeakMap<PoolConnection, Session>();
  private readonly queue: ConnectionQueue;
  private waiting = 0;
  /** Off while migrations run: an index on a large table takes its time. */
  hasDeadlines = true;
  /** If set, nobody gets a connection any more. */
  refusal: Error | undefined;

  /** @param asksRole check before each use that the server still takes writes; otherwise `read` does */
  constructor(
    options: PoolOptions,
    private readonly servers: MysqlServers,
    private readonly asksRole: boolean,
  ) {
    this.pool = mysqlDriver().createPool({
      ...options,
      stream: ({ config }: OpenConnection) => this.openSocket(config),
    });
    const getConnection = this.pool.getConnection.bind(this.pool);
    this.queue = new ConnectionQueue(getConnection, MAX_WAITING, () => servers.generation);
    // mysql2 calls this too, if a connection breaks while somebody is queued.
    this.pool.getConnection = (done: Acquire) => (this.queue.isTurn(done) ? getConnection(done) : this.acquire(done));
    this.pool.on('connection', (connection) => {
      // The caller gets the error too; without a listener it would end the process.
      connection.on('error', () => {});
      this.watchStatements(connection);
    });
  }

  get usage(): { waiting: number; used: number; open: number } {
    const { _allConnections: all, _freeConnections: free } = this.pool as unknown as Record<string, { length: number }>;
    return { waiting: this.waiting, used: all.length - free.length, open: all.length };
  }

  /** @returns a connection that is set up, on a usable server; release or destroy it */
  connect(): Promise<PoolConnection> {
    return new Promise((resolve, reject) => {
      this.pool.getConnection((error, connection) => (error ? reject(error) : resolve(connection)));
    });
  }

  /** Whether a whole transaction may go to the server in one packet (decision 014). */
  takesPackets(connection: PoolConnection): boolean {
    return this.sessions.get(connection)!.endsPackets;
  }

  /**
   * Reads in one round trip: continuing after a failed read does no harm. The role comes first, as a member that isn't
   * the primary may lag behind. @param before statements without a result @throws {ServerUnfitError}
   */
  async read(
    connection: PoolConnection,
    statements: readonly Statement[],
    before: readonly string[] = [],
  ): Promise<readonly Rows[]> {
    const sql = [...before, ASK_ROLE, ...statements.map((statement) => statement.sql)].join('; ');
    const parameters = statements.flatMap((statement) => statement.parameters);
    const results = (await runOn(connection, sql, parameters)) as unknown as Rows[];
    const [[[readOnly]], ...found] = results.slice(before.length);
    if (!takesWrites(readOnly)) {
      this.leaveServerOf(connection, READ_ONLY);
      throw new ServerUnfitError(READ_ONLY);
    }
    return found;
  }

  /** @param begunAt when the commit was sent, by `performance.now()` */
  noteCommit({ config }: PoolConnection, begunAt: number): void {
    this.servers.proof.note(this.generations.get(config)!, begunAt);
  }

  leaveServerOf({ config }: PoolConnection, reason: string): void {
    this.servers.leave(this.generations.get(config), reason);
  }

  /** Ends what its statement does on the server, too. */
  async endSession(connection: PoolConnection): Promise<void> {
    const session = this.sessions.get(connection);
    if (session) await endSession(connection, session.run);
  }

  private openSocket(config: ConnectionOptions): Socket {
    const { host, port } = this.servers.current;
    this.generations.set(config, this.servers.generation);
    // The certificate is verified against the server really used.
    Object.assign(config, { host, port });
    return connectTo({ host, port });
  }

  private acquire(done: Acquire): void {
    if (this.refusal) {
      done(this.refusal, undefined!);
      return;
    }
    if (this.waiting >= MAX_WAITING) {
      done(new DatabaseOverloadedError('Too many wait for a connection.'), undefined!);
      return;
    }
    this.waiting++;
    let isOver = false;
    let leaveQueue: (() => void) | undefined;
    const finish: Acquire = (error, connection) => {
      if (isOver) return connection?.release();
      isOver = true;
      this.waiting--;
      clearTimeout(timer);
      return done(error, connection);
    };
    const timer = setTimeout(() => {
      leaveQueue?.();
      finish(new DatabaseOverloadedError('No connection became free in time.'), undefined!);
    }, PATIENCE_MS);
    const take = (isAgain: boolean): Promise<PoolConnection> =>
      new Promise((resolve, reject) => {
        leaveQueue = this.queue.wait((error, connection) => (error ? reject(error) : resolve(connection)), isAgain);
      });
    this.findConnection(take, () => isOver).then(
      (connection) => finish(null, connection),
      (error: NodeJS.ErrnoException) => finish(error, undefined!),
    );
  }

  private async findConnection(
    take: (isAgain: boolean) => Promise<PoolConnection>,
    isOver: () => boolean,
  ): Promise<PoolConnection> {
    for (let left = this.servers.count, isAgain = false; ; isAgain = true) {
      const { generation } = this.servers;
      let connection: PoolConnection | undefined;
      try {
        connection = await take(isAgain);
        if (this.generations.get(connection.config) === this.servers.generation) {
          await this.prepare(connection);
          return connection;
        }
        discard(connection);
      } catch (error) {
        if (connection) discard(connection);
        if (databaseFault(error) === undefined) throw error;
        this.servers.leave(generation, reasonOf(error as Error));
        left--;
        if (left === 0 || isOver()) throw error;
      }
    }
  }

  /** Sets up a new session, and checks that the server still takes writes. */
  private async prepare(connection: PoolConnection): Promise<void> {
    const known = this.sessions.get(connection);
    if (known && this.asksRole) await requireWritable(connection);
    const session = known ?? (await openSession(connection));
    this.sessions.set(connection, session);
    if (session.isGroupMember) await this.servers.proof.require(connection, this.generations.get(connection.config)!);
  }

  private watchStatements(connection: PoolConnection): void {
    const query = connection.query.bind(connection) as (...parameters: unknown[]) => unknown;
    const watched = (...parameters: unknown[]): unknown => {
      const done = parameters.pop();
      if (typeof done !== 'function') throw new Error('Without a callback, no statement has a deadline.');
      const timer = this.hasDeadlines ? setTimeout(() => this.giveUp(connection), PATIENCE_MS) : undefined;
      // On a connection that is closed already it is called at once.
      return query(...parameters, (error: QueryError | null, ...result: unknown[]) => {
        clearTimeout(timer);
        if (error && isServerLost(error)) this.leaveServerOf(connection, reasonOf(error));
        done(error, ...result);
      });
    };
    connection.query = watched as unknown as PoolConnection['query'];
  }

  private giveUp(connection: PoolConnection): void {
    this.leaveServerOf(connection, 'did not answer in time');
    void this.endSession(connection);
    discard(connection, Object.assign(new Error('The database did not answer in time.'), { code: 'ETIMEDOUT' }));
  }
}

/** Continues a sentence after the server's name. */
function reasonOf(error: NodeJS.ErrnoException): string {
  return error instanceof ServerUnfitError ? error.message : `failed (${error.code})`;
}

/** mysql2's `destroy` alone says goodbye and waits for the server. */
function discard(connection: PoolConnection, error?: Error): void {
  connection.destroy();
  (connection as unknown as OpenConnection).stream.destroy(error);
}

/** The connection broke, or its server shuts down, left its cluster or became read-only. */
function isServerLost(error: QueryError): boolean {
  return error.fatal || SERVER_LOST.has(error.code);
}

const SERVER_LOST = new Set([
  'ER_SERVER_SHUTDOWN',
  'ER_UNKNOWN_COM_ERROR',
  'ER_OPTION_PREVENTS_STATEMENT',
  'ER_READ_ONLY_MODE',
  'ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION',
  'ER_RUN_HOOK_ERROR',
]);
