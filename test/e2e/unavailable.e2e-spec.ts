import type { Pool, PoolConnection, QueryError } from 'mysql2';
import type { DataSource, QueryRunner } from 'typeorm';
import type { MysqlDriver } from 'typeorm/driver/mysql/MysqlDriver.js';
import { openBeside } from '../support/open-beside';
import { type Scenario, startScenario } from '../support/scenario';
import { onEmbedded } from '../support/test-database';
import { describeIf } from '../support/skipping';

let scenario: Scenario;
let other: DataSource;
let holder: QueryRunner;
const admin = () => scenario.admin;

beforeAll(async () => {
  scenario = await startScenario();
  other = await openBeside(scenario.database);
});
beforeEach(() => {
  holder = other.createQueryRunner();
});
afterEach(() => holder.release());
afterAll(async () => {
  await other.destroy();
  await scenario.close();
});

/** Another process holds on to what a key's row needs, until the transaction's end. */
async function holdKey(id: number, holding = holder): Promise<void> {
  if (!holding.isTransactionActive) await holding.startTransaction();
  await holding.query('UPDATE license_keys SET product = product WHERE id = ?', [id]);
}

/** A test with a transaction of its own; `beforeEach` is not for those that run side by side. */
async function inTransaction(test: (holding: QueryRunner) => Promise<void>): Promise<void> {
  const holding = other.createQueryRunner();
  await holding.startTransaction();
  try {
    await test(holding);
  } finally {
    if (holding.isTransactionActive) await holding.rollbackTransaction();
    await holding.release();
  }
}

describe('while another process holds a lock', () => {
  it('answers 503 with Retry-After in time, and as always afterwards', async () => {
    const { body: key } = await admin().post('/api/keys', { uid: 'u', pid: 1 });
    await holdKey(key.id);
    const started = Date.now();
    const responses = await Promise.all([
      admin().post(`/api/check/${key.id}`),
      admin().put(`/api/keys/${key.id}`, { locked: false }),
      scenario.service.client(null).get('/health/live'),
    ]);
    expect(Date.now() - started).toBeLessThan(3500);
    for (const { status, headers, body } of responses.slice(0, 2)) {
      expect([status, headers['retry-after'], body]).toEqual([503, '1', { msg: expect.any(String) }]);
    }
    expect(responses[2].status).toBe(200);
    await holder.rollbackTransaction();
    expect((await admin().post(`/api/check/${key.id}`)).body.status).toBe('AUTHORISED');
  });

  // The embedded database has one lock for everything.
  if (!onEmbedded()) {
    // Each waits for seconds until its row is known to be held: they wait side by side.
    it.concurrent('lets the checks of other keys go on', () =>
      inTransaction(async (holding) => {
        const [{ body: held }, { body: free }] = await Promise.all(
          [1, 2].map(() => admin().post('/api/keys', { uid: 'u', pid: 1 })),
        );
        await holdKey(held.id, holding);
        const check = async ({ id }: { id: number }) => (await admin().post(`/api/check/${id}`)).status;
        // The first batch learns that the row is held; nobody waits for it after that.
        expect(await Promise.all([check(held), check(free), check(free)])).toEqual([503, 200, 200]);
        const statuses = await Promise.all(Array.from({ length: 40 }, (_, index) => check(index % 2 ? held : free)));
        expect(statuses).toEqual(Array.from({ length: 40 }, (_, index) => (index % 2 ? 503 : 200)));
        await holding.rollbackTransaction();
        expect(await check(held)).toBe(200);
      }));

    it.concurrent.each([
      ['', {}],
      ['limited ', { maxVisits: 1000 }],
    ])('lets the visits of other links go on when a %slink is held', (_, limits) =>
      inTransaction(async (holding) => {
        const url = 'https://example.com/';
        const [{ body: held }, { body: free }] = await Promise.all([
          admin().post('/api/links', { url, ...limits }),
          admin().post('/api/links', { url }),
        ]);
        await holding.query('UPDATE links SET url = url WHERE id = ?', [held.id]);
        const visitor = scenario.service.client(null);
        const visit = async ({ name }: { name: string }) => (await visitor.get(`/${name}`)).status;
        expect(await Promise.all([visit(held), visit(free), visit(free)])).toEqual([503, 302, 302]);
        const statuses = await Promise.all(
          Array.from({ length: 40 }, (_unused, index) => visit(index % 2 ? held : free)),
        );
        expect(statuses).toEqual(Array.from({ length: 40 }, (_unused, index) => (index % 2 ? 503 : 302)));
        await holding.rollbackTransaction();
        expect(await visit(held)).toBe(302);
        expect((await admin().get(`/api/link/${free.name}`)).body.count).toBe(22);
      }),
    );
  }

  it('waits for a short one', async () => {
    const { body: key } = await admin().post('/api/keys', { uid: 'u', pid: 1 });
    await holdKey(key.id);
    const check = admin().post(`/api/check/${key.id}`);
    setTimeout(() => void holder.rollbackTransaction(), 300);
    expect((await check).body.status).toBe('AUTHORISED');
  });
});

const describeOnServers = describeIf(!onEmbedded(), 'needs a server');

describeOnServers('those who gave up waiting for a connection', () => {
  const CONNECTIONS = 6;
  const MOST = 1000;

  const connect = (pool: Pool): Promise<PoolConnection> =>
    new Promise((resolve, reject) => {
      pool.getConnection((error, connection) => (error ? reject(error) : resolve(connection)));
    });

  it('cost nothing when connections are free again, and are not kept without bound', async () => {
    const pool = (other.driver as MysqlDriver).pool as Pool;
    const held = await Promise.all(Array.from({ length: CONNECTIONS }, () => connect(pool)));
    const gaveUp = await Promise.allSettled(Array.from({ length: MOST }, () => connect(pool)));
    const codes = gaveUp.map((result) => result.status === 'rejected' && (result.reason as QueryError).code);
    expect(codes).toEqual(Array(MOST).fill('KEYLINK_OVERLOADED'));
    const asked = held.map((connection) => jest.spyOn(connection, 'query'));
    const late = Array.from({ length: CONNECTIONS }, () => connect(pool));
    const { _connectionQueue: queue } = pool as unknown as Record<string, { length: number }>;
    const { length: kept } = queue;
    for (const connection of held) connection.release();
    for (const connection of await Promise.all(late)) connection.release();
    // Each is asked once, before it is used, whether its server takes writes.
    expect(asked.map(({ mock }) => mock.calls.length)).toEqual(Array(CONNECTIONS).fill(1));
    expect(kept).toBeLessThanOrEqual(MOST);
  });
});

describe('lastSeen', () => {
  it('never moves backwards', async () => {
    const { body: key } = await admin().post('/api/keys', { uid: 'u', pid: 1 });
    const future = Date.now() + 3_600_000;
    await holder.query('UPDATE license_keys SET lastSeen = ? WHERE id = ?', [future, key.id]);
    await admin().post(`/api/check/${key.id}`);
    expect((await admin().get(`/api/keys/${key.id}`)).body.lastSeen).toBe(future);
    expect((await admin().get(`/api/keys/${key.id}/logs`)).body).toHaveLength(1);
  });
});
