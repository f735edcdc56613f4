import type { PoolConnection, QueryError, QueryResult } from 'mysql2';
import { ServerUnfitError } from './database-errors';

/** Why a server that only reads isn't used: it may not have seen yet what the one that writes has acknowledged. */
export const READ_ONLY = 'only reads';

type Rows = readonly Readonly<Record<string, unknown>>[];

/** What there is to know of a connection's server. */
export interface Session {
  /** Whether it ends a packet of several statements at the first that fails, and with it the transaction (decision 014). */
  readonly endsPackets: boolean;
  /** Whether it is a member of MySQL Group Replication. */
  readonly isGroupMember: boolean;
}

/** Every session's own settings, and what tells whether its server may be used; the first question to a new connection. */
const OPENING = [
  // Fewer gap locks, so fewer deadlocks; no statement here relies on a repeatable read.
  'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
  // A request that waits for a row longer than this has been answered 503 by then.
  'SET SESSION innodb_lock_wait_timeout = 1',
  // Nor does a session wait for a table that somebody changes: the deadline of a statement ends it before, unless its process is gone.
  'SET SESSION lock_wait_timeout = 3',
  // Strict, so that nothing is cut silently; and with backslash escapes, which mysql2's escaping relies on.
  "SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION'",
  "SHOW GLOBAL VARIABLES WHERE Variable_name IN ('version', 'read_only', 'wsrep_on', 'wsrep_provider', 'group_replication_group_name')",
  "SHOW GLOBAL STATUS WHERE Variable_name IN ('wsrep_ready', 'wsrep_local_state')",
].join('; ');

/** A node of a Galera cluster has seen what the others committed before it reads. */
const GALERA = 'SET SESSION wsrep_sync_wait = 1';
/** Galera's states `Donor` and `Synced`; in all others a node is not up to date yet. */
const GALERA_STATES = ['2', '4'];

/** Servers, by their versions, that were never seen to end a packet at the first failure. */
const GOES_ON = /tidb|vitess/i;
/** What `wsrep_provider` says of a MariaDB that can't become a node of Galera before it is started anew. */
const NO_PROVIDER = 'none';

/** Where the server itself stands in its group, and whether that is the greater part of it. */
const GROUP = `SELECT COUNT(*) AS members, SUM(MEMBER_STATE IN ('ONLINE', 'RECOVERING')) AS reached,
  SUM(MEMBER_ID = @@server_uuid AND MEMBER_STATE = 'ONLINE' AND MEMBER_ROLE = 'PRIMARY') AS isPrimary
  FROM performance_schema.replication_group_members`;

/**
 * Sets a new connection up, and makes sure that its server may be judged by: that it takes writes, and has seen what the
 * other servers of its cluster committed (decision 025).
 * @throws {ServerUnfitError} when it may not be used
 */
export async function openSession(connection: PoolConnection): Promise<Session> {
  const results = (await query(connection, OPENING)) as unknown as Rows[];
  const [variables, status] = results.slice(-2).map(valuesOf);
  requireFit(takesWrites(variables.get('read_only')), READ_ONLY);
  if (variables.get('wsrep_on') === 'ON') {
    const isCurrent = GALERA_STATES.includes(status.get('wsrep_local_state') ?? '');
    requireFit(status.get('wsrep_ready') === 'ON' && isCurrent, 'is not part of its cluster, or still catching up');
    await query(connection, GALERA);
  }
  const isGroupMember = Boolean(variables.get('group_replication_group_name'));
  if (isGroupMember) await requirePrimary(connection);
  return { endsPackets: endsPackets(variables), isGroupMember };
}

/** A node of Galera goes on in a packet whose transaction it has given up (decision 014). */
function endsPackets(variables: ReadonlyMap<string, string>): boolean {
  const version = variables.get('version') ?? '';
  if (GOES_ON.test(version)) return false;
  const provider = variables.get('wsrep_provider');
  return /mariadb/i.test(version) ? provider === NO_PROVIDER : !variables.has('wsrep_on');
}

/**
 * Asks whether the server still takes writes: which member of a group does may change at any time.
 * @throws {ServerUnfitError} when it does not
 */
export async function requireWritable(connection: PoolConnection): Promise<void> {
  const [row] = (await query(connection, 'SELECT @@global.read_only AS readOnly')) as unknown as Rows;
  requireFit(takesWrites(row.readOnly), READ_ONLY);
}

/** A member that was started alone takes writes until it joins, which the group never sees. */
async function requirePrimary(connection: PoolConnection): Promise<void> {
  const [{ members, reached, isPrimary }] = (await query(connection, GROUP).catch(orUnknown)) as unknown as Rows;
  const isMajority = 2 * Number(reached) > Number(members);
  requireFit(Number(isPrimary) === 1 && isMajority, 'is not the primary member of its group');
}

/** What a server's `read_only` says: a number, or a word. */
export function takesWrites(readOnly: unknown): boolean {
  return readOnly === 0 || readOnly === 'OFF';
}

function requireFit(isFit: boolean, reason: string): void {
  if (!isFit) throw new ServerUnfitError(reason);
}

/** Of `SHOW`. */
function valuesOf(rows: Rows): Map<string, string> {
  return new Map(rows.map(({ Variable_name: name, Value: value }) => [String(name).toLowerCase(), String(value)]));
}

/** A user without the right to look is left to `read_only`, which every member but the primary sets. */
function orUnknown(error: QueryError): object[] {
  if (error.code !== 'ER_TABLEACCESS_DENIED_ERROR') throw error;
  return [{ members: 1, reached: 1, isPrimary: 1 }];
}

function query(connection: PoolConnection, sql: string): Promise<QueryResult> {
  return new Promise((resolve, reject) => {
    connection.query(sql, (error: QueryError | null, result: QueryResult) => (error ? reject(error) : resolve(result)));
  });
}
