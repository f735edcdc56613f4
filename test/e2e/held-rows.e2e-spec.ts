import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource, QueryRunner } from 'typeorm';
import { openBeside } from '../support/open-beside';
import { Receivers } from '../support/receiver';
import { type Scenario, startScenario } from '../support/scenario';
import { onEmbedded } from '../support/test-database';
import { describeIf } from '../support/skipping';
import { until } from '../support/until';

/** Enough for each batch to have the held rows among others; and each rests a little, as the test is about waits, not about speed. */
const CLIENTS = 24;
const REST_MS = 10;
const HOT_KEYS = 20;
const LOAD_MS = 3000;
/** The first batches learn in a second that a row is held; nobody waits for it once they have. */
const KNOWN_AFTER_MS = 2000;
const PROMPT_MS = 700;

const receivers = new Receivers();
let scenario: Scenario;
let other: DataSource;
let holder: QueryRunner;
const admin = () => scenario.admin;

beforeAll(async () => {
  scenario = await startScenario({ WEBHOOK_NETWORKS: '127.0.0.1', SECRET_KEY: randomBytes(32).toString('base64') });
  other = await openBeside(scenario.database);
});
beforeEach(async () => {
  holder = other.createQueryRunner();
  await holder.startTransaction();
});
afterEach(async () => {
  if (holder.isTransactionActive) await holder.rollbackTransaction();
  await holder.release();
  await receivers.end();
});
afterAll(async () => {
  await other.destroy();
  await scenario.close();
});

interface Load {
  /** How often each path was answered how. */
  readonly statuses: ReadonlyMap<string, readonly number[]>;
  /** The longest that an answer took once it was known that rows are held, in milliseconds. */
  readonly slowest: ReadonlyMap<string, number>;
}

/** Asks for paths over and over, each client for all of them in turn. */
async function load(method: 'GET' | 'POST', paths: readonly string[]): Promise<Load> {
  const statuses = new Map(paths.map((path) => [path, [] as number[]]));
  const slowest = new Map(paths.map((path) => [path, 0]));
  const begin = performance.now();
  const end = begin + LOAD_MS;
  const client = async (first: number): Promise<void> => {
    for (let next = first; performance.now() < end; next++) {
      const path = paths[next % paths.length];
      await sleep(REST_MS);
      const sent = performance.now();
      const { status } = await admin().send(method, path);
      statuses.get(path)!.push(status);
      if (sent - begin < KNOWN_AFTER_MS) continue;
      slowest.set(path, Math.max(slowest.get(path)!, performance.now() - sent));
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, index) => client(index)));
  return { statuses, slowest };
}

async function createKeys(count: number, fields: object = {}): Promise<{ id: number }[]> {
  const { body } = await admin().post('/api/keys/bulk', { count, uid: 'u', pid: 1, ...fields });
  return body as { id: number }[];
}

const pathOf = ({ id }: { id: number }): string => `/api/check/${id}`;

// The embedded database has one lock for everything, and no rows that somebody could hold.
describeIf(!onEmbedded(), 'needs a server')('a row that somebody holds', () => {
  it('costs those who need other hot rows no 503', async () => {
    const keys = await createKeys(HOT_KEYS);
    const [held] = keys;
    await holder.query('UPDATE license_keys SET product = product WHERE id = ?', [held.id]);
    const { statuses } = await load('POST', keys.map(pathOf));
    const innocent = keys.slice(1).flatMap((key) => statuses.get(pathOf(key))!);
    expect(innocent.filter((status) => status !== 200)).toEqual([]);
    expect(innocent.length).toBeGreaterThan(HOT_KEYS);
    expect(new Set(statuses.get(pathOf(held)))).toEqual(new Set([503]));
    await holder.rollbackTransaction();
    expect((await admin().post(pathOf(held))).status).toBe(200);
  });

  it('stalls no other check when node-locked keys are held before their first check', async () => {
    const [pinned, free] = [await createKeys(4, { locked: true }), await createKeys(HOT_KEYS)];
    await holder.query(
      'SELECT id FROM license_keys WHERE id IN (?, ?, ?, ?) FOR UPDATE',
      pinned.map(({ id }) => id),
    );
    const { statuses, slowest } = await load('POST', [...pinned, ...free].map(pathOf));
    for (const key of free) {
      expect(new Set(statuses.get(pathOf(key)))).toEqual(new Set([200]));
      expect(slowest.get(pathOf(key))).toBeLessThan(PROMPT_MS);
    }
    for (const key of pinned) expect(new Set(statuses.get(pathOf(key)))).toEqual(new Set([503]));
    await holder.rollbackTransaction();
    expect((await admin().post(pathOf(pinned[0]))).body.status).toBe('AUTHORISED');
    expect((await admin().get(`/api/keys/${pinned[0].id}`)).body.ip).toBe('127.0.0.1');
  });

  it('costs those who follow other links no 503, limited ones too', async () => {
    const url = 'https://example.com/';
    const links = await Promise.all(
      Array.from({ length: HOT_KEYS }, async (_, index) => {
        const { body } = await admin().post('/api/links', { url, maxVisits: index % 2 ? 1_000_000 : undefined });
        return body as { id: number; name: string };
      }),
    );
    await holder.query('UPDATE links SET url = url WHERE id IN (?, ?)', [links[0].id, links[1].id]);
    const paths = links.map(({ name }) => `/${name}`);
    const { statuses } = await load('GET', paths);
    for (const path of paths.slice(2)) expect(new Set(statuses.get(path))).toEqual(new Set([302]));
    for (const path of paths.slice(0, 2)) expect(new Set(statuses.get(path))).toEqual(new Set([503]));
  });

  it('delays no deliveries of other webhooks', async () => {
    const [held, free] = [await receivers.start(), await receivers.start()];
    const webhooks: number[] = [];
    for (const { url } of [held, free]) {
      const { body } = await admin().post('/api/webhooks', { url, types: ['licenseKey.created'] });
      webhooks.push((body as { id: number }).id);
    }
    await holder.query('SELECT id FROM webhooks WHERE id = ? FOR UPDATE', [webhooks[0]]);
    await createKeys(3);
    await until(() => free.received.length === 3);
    expect(held.received).toEqual([]);
    await holder.rollbackTransaction();
    await until(() => held.received.length === 3);
  });
});
