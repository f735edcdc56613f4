import type { PoolConnection } from 'mysql2';
import { ServerUnfitError } from './database-errors';
import { openSession, requireWritable } from './mysql-session';

type Values = Record<string, string>;
type Answer = (error: Error | null, result?: unknown) => void;

const shown = (values: Values) =>
  Object.entries(values).map(([name, value]) => ({ Variable_name: name, Value: value }));

interface Server {
  readonly variables?: Values;
  readonly status?: Values;
  /** Rows of `replication_group_members`; an error if the user may not read it. */
  readonly group?: object | Error;
}

/** A connection to a server with these answers, and the statements it received. */
function connectTo({ variables = {}, status = {}, group = {} }: Server): {
  connection: PoolConnection;
  asked: string[];
} {
  const asked: string[] = [];
  const query = (sql: string, answer: Answer): void => {
    asked.push(sql);
    if (sql.includes('replication_group_members')) answer(group instanceof Error ? group : null, [group]);
    else if (sql.includes('SHOW GLOBAL'))
      answer(null, [{}, {}, {}, shown(variables), shown(status), [{ server: 'a:1:1' }], shown({ Uptime: '7' })]);
    else answer(null, [{ readOnly: variables.read_only === 'ON' ? 1 : 0 }]);
  };
  return { connection: { query } as unknown as PoolConnection, asked };
}

const GALERA = { version: '10.11.19-MariaDB', read_only: 'OFF', wsrep_on: 'ON' };
const MEMBER = { version: '9.7.0', read_only: 'OFF', group_replication_group_name: 'a-group' };
const denied = Object.assign(new Error('denied'), { code: 'ER_TABLEACCESS_DENIED_ERROR' });

describe('the server of a new connection', () => {
  it.each<[string, Server]>([
    ['a server by itself', { variables: { version: '9.7.0', read_only: 'OFF' } }],
    ['a MariaDB without a cluster', { variables: { ...GALERA, wsrep_on: 'OFF' }, status: { wsrep_ready: 'OFF' } }],
    ['a Galera node that is synced', { variables: GALERA, status: { wsrep_ready: 'ON', wsrep_local_state: '4' } }],
    ['a Galera node that helps another', { variables: GALERA, status: { wsrep_ready: 'ON', wsrep_local_state: '2' } }],
    ['the primary of a group', { variables: MEMBER, group: { members: 3, reached: '2', isPrimary: '1' } }],
    ['a member that the user may not ask', { variables: MEMBER, group: denied }],
  ])('is used: %s', async (_, server) => {
    await expect(openSession(connectTo(server).connection)).resolves.toBeDefined();
  });

  it.each<[string, Server]>([
    ['a server that only reads', { variables: { version: '9.7.0', read_only: 'ON' } }],
    ['one that only reads, by a word of its own', { variables: { version: '12.1', read_only: 'NO_LOCK' } }],
    ['a Galera node that catches up', { variables: GALERA, status: { wsrep_ready: 'ON', wsrep_local_state: '3' } }],
    ['a Galera node that joins', { variables: GALERA, status: { wsrep_ready: 'ON', wsrep_local_state: '1' } }],
    [
      'a Galera node without its cluster',
      { variables: GALERA, status: { wsrep_ready: 'OFF', wsrep_local_state: '4' } },
    ],
    ['a secondary of a group', { variables: MEMBER, group: { members: 3, reached: '3', isPrimary: '0' } }],
    ['a member that was started alone', { variables: MEMBER, group: { members: 1, reached: '0', isPrimary: '0' } }],
    [
      'a primary that sees the smaller part',
      { variables: MEMBER, group: { members: 3, reached: '1', isPrimary: '1' } },
    ],
  ])('is left for the next: %s', async (_, server) => {
    await expect(openSession(connectTo(server).connection)).rejects.toThrow(ServerUnfitError);
  });

  it('of a Galera cluster has seen what the others committed before it reads, and is asked before that makes it wait', async () => {
    const { connection, asked } = connectTo({
      variables: GALERA,
      status: { wsrep_ready: 'ON', wsrep_local_state: '4' },
    });
    await openSession(connection);
    expect(asked.map((sql) => sql.includes('wsrep_sync_wait'))).toEqual([false, true]);
  });

  it.each([
    [true, { version: '9.7.0' }],
    [true, { version: '8.4.3-cluster' }],
    [false, GALERA],
    [true, { version: '10.11.19-MariaDB', wsrep_on: 'OFF', wsrep_provider: 'none' }],
    [false, { version: '10.11.19-MariaDB', wsrep_on: 'OFF', wsrep_provider: '/usr/lib/galera/libgalera_smm.so' }],
    [false, { version: '11.8.2-MariaDB-log' }],
    [false, { version: '8.0.35-27.1', wsrep_on: 'ON' }],
    [false, { version: '8.0.11-TiDB-v8.5.0' }],
  ])('ends a packet at the first failure: %s for %j', async (ends, variables) => {
    const status = { wsrep_ready: 'ON', wsrep_local_state: '4' };
    const { connection } = connectTo({ variables: { read_only: 'OFF', ...variables }, status });
    await expect(openSession(connection)).resolves.toMatchObject({ endsPackets: ends });
  });
});

describe('a connection that was open before', () => {
  it('is not used once its server only reads', async () => {
    await requireWritable(connectTo({ variables: { read_only: 'OFF' } }).connection);
    const demoted = connectTo({ variables: { read_only: 'ON' } }).connection;
    await expect(requireWritable(demoted)).rejects.toThrow(ServerUnfitError);
  });
});
