import type { PoolConnection, QueryError, QueryResult } from 'mysql2';
import { ServerUnfitError } from './database-errors';
import { ASK_RUN, type ServerRun, serverRun } from './server-run';

/** A read-only server may lag behind what the writable one acknowledged. */
export const READ_ONLY = 'only reads';
export const ASK_ROLE = 'SELECT @@global.read_only AS readOnly';

type Rows = readonly Readonly<Record<string, unknown>>[];

export interface Session {
  /** Whether a failing statement ends its packet, and with it the transaction (decision 014). */
  readonly endsPackets: boolean;
  readonly isGroupMember: boolean;
  /** Where the session's id means something. */
  readonly run: ServerRun;
}

/** Sent first on every new connection: the session's settings, and whether the server is usable. */
const OPENING = [
  // Fewer gap locks, fewer deadlocks; nothing relies on repeatable reads.
  'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
  // A request that waits longer has been answered 503.
  'SET SESSION innodb_lock_wait_timeout = 1',
  // For table locks; the statement's deadline comes first unless this process is gone.
  'SET SESSION lock_wait_timeout = 3',
  // Strict: nothing is cut silently. Backslash escapes stay on: mysql2's escaping relies on them.
  "SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION'",
  "SHOW GLOBAL VARIABLES WHERE Variable_name IN ('version', 'read_only', 'wsrep_on', 'wsrep_provider', 'group_replication_group_name')",
  "SHOW GLOBAL STATUS WHERE Variable_name IN ('wsrep_ready', 'wsrep_local_state')",
  ASK_RUN,
].join('; ');

/** Reads wait for what other nodes have committed. */
const GALERA = 'SET SESSION wsrep_sync_wait = 1';
/** `Donor` and `Synced`; in other states a node isn't up to date. */
const GALERA_STATES = ['2', '4'];

/** Versions not known to end a packet at the first failure. */
const GOES_ON = /tidb|vitess/i;
/** `wsrep_provider` of a MariaDB that can't join Galera without a restart. */
const NO_PROVIDER = 'none';

const GROUP = `SELECT COUNT(*) AS members, SUM(MEMBER_STATE IN ('ONLINE', 'RECOVERING')) AS reached,
  SUM(MEMBER_ID = @@server_uuid AND MEMBER_STATE = 'ONLINE' AND MEMBER_ROLE = 'PRIMARY') AS isPrimary
  FROM performance_schema.replication_group_members`;

/** Checks that a new server is writable and up to date (decision 025). @throws {ServerUnfitError} */
export async function openSession(connection: PoolConnection): Promise<Session> {
  const results = (await query(connection, OPENING)) as unknown as Rows[];
  const run = serverRun(results.slice(-2));
  const [variables, status] = results.slice(-4, -2).map(valuesOf);
  requireFit(takesWrites(variables.get('read_only')), READ_ONLY);
  if (variables.get('wsrep_on') === 'ON') {
    const isCurrent = GALERA_STATES.includes(status.get('wsrep_local_state') ?? '');
    requireFit(status.get('wsrep_ready') === 'ON' && isCurrent, 'is not part of its cluster, or still catching up');
    await query(connection, GALERA);
  }
  const isGroupMember = Boolean(variables.get('group_replication_group_name'));
  if (isGroupMember) await requirePrimary(connection);
  return { endsPackets: endsPackets(variables), isGroupMember, run };
}

/** Galera continues a packet after it has given up the transaction (decision 014). */
function endsPackets(variables: ReadonlyMap<string, string>): boolean {
  const version = variables.get('version') ?? '';
  if (GOES_ON.test(version)) return false;
  const provider = variables.get('wsrep_provider');
  return /mariadb/i.test(version) ? provider === NO_PROVIDER : !variables.has('wsrep_on');
}

/** A group's primary may change at any time. @throws {ServerUnfitError} */
export async function requireWritable(connection: PoolConnection): Promise<void> {
  const [row] = (await query(connection, ASK_ROLE)) as unknown as Rows;
  requireFit(takesWrites(row.readOnly), READ_ONLY);
}

/** A member started alone takes writes until it joins, and the group never sees them. */
async function requirePrimary(connection: PoolConnection): Promise<void> {
  const [{ members, reached, isPrimary }] = (await query(connection, GROUP).catch(orUnknown)) as unknown as Rows;
  const isMajority = 2 * Number(reached) > Number(members);
  requireFit(Number(isPrimary) === 1 && isMajority, 'is not the primary member of its group');
}

/** `read_only` is a number or a word. */
export function takesWrites(readOnly: unknown): boolean {
  return readOnly === 0 || readOnly === 'OFF';
}

function requireFit(isFit: boolean, reason: string): void {
  if (!isFit) throw new ServerUnfitError(reason);
}

function valuesOf(rows: Rows): Map<string, string> {
  return new Map(rows.map(({ Variable_name: name, Value: value }) => [String(name).toLowerCase(), String(value)]));
}

/** Without the right to look, `read_only` decides: every member but the primary sets it. */
function orUnknown(error: QueryError): object[] {
  if (error.code !== 'ER_TABLEACCESS_DENIED_ERROR') throw error;
  return [{ members: 1, reached: 1, isPrimary: 1 }];
}

function query(connection: PoolConnection, sql: string): Promise<QueryResult> {
  return new Promise((resolve, reject) => {
    connection.query(sql, (error: QueryError | null, result: QueryResult) => (error ? reject(error) : resolve(result)));
  });
}
