import { setTimeout as sleep } from 'node:timers/promises';
import { generateSecret } from '../../src/access/api-keys/api-key-secret';
import type { ApiClient } from '../support/api-client';
import { createApiKey } from '../support/api-keys';
import { createLicenseKey, PRODUCT } from '../support/license-keys';
import { runSql } from '../support/run-sql';
import { TcpLink } from '../support/tcp-link';
import { type Scenario, startScenario } from '../support/scenario';
import { Service } from '../support/service';
import { describeIf } from '../support/skipping';

const LIMIT = 5;
const PATH = '/api/keys?limit=1';
/** Waits are longer on a busy machine; what is refused here are waits for something that doesn't come. */
const NOTICEABLE_MS = 500;

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

/** Sends one wrong key, with a right checksum, so that it is looked up. */
const guess = (service: Service, address = '203.0.113.1') => service.client(generateSecret()).get(PATH, from(address));

async function guesses(count: number, service: Service, address?: string): Promise<number[]> {
  const statuses = [];
  for (let index = 0; index < count; index++) statuses.push((await guess(service, address)).status);
  return statuses;
}

async function timed(client: ApiClient): Promise<number> {
  const start = performance.now();
  expect((await client.get(PATH, from('203.0.113.1'))).status).toBe(200);
  return performance.now() - start;
}

/** @returns the median time of a right key's requests while 1,000 others are made, 10 at a time, in milliseconds */
async function whileFlooded(client: ApiClient, other: () => Promise<unknown>): Promise<number> {
  await timed(client);
  const progress = { isOver: false };
  const flooding = Promise.all(
    Array.from({ length: 10 }, async () => {
      for (let index = 0; index < 100; index++) await other();
    }),
  ).finally(() => (progress.isOver = true));
  const times: number[] = [];
  while (!progress.isOver) times.push(await timed(client));
  await flooding;
  expect(times.length).toBeGreaterThan(10);
  return median(times);
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

describe('wrong API keys', () => {
  let scenario: Scenario;
  beforeAll(async () => {
    scenario = await startScenario({ TRUST_PROXY: '127.0.0.1', WRONG_KEY_LIMIT_PER_MINUTE: String(LIMIT) });
  });
  afterAll(() => scenario.close());

  it('are answered 429 after the limit, by address, while no key at all stays a 401', async () => {
    expect(await guesses(LIMIT + 2, scenario.service)).toEqual([...Array(LIMIT).fill(401), 429, 429]);
    const { status, headers, body } = await guess(scenario.service);
    expect([status, body]).toEqual([429, { msg: expect.stringContaining('Too many wrong API keys') }]);
    expect(Number(headers['retry-after'])).toBeGreaterThan(50);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
    expect((await guess(scenario.service, '203.0.113.2')).status).toBe(401);
    const missing = await scenario.service.client(null).get(PATH, from('203.0.113.1'));
    expect(missing.status).toBe(401);
  });

  it('are not told apart by what the client says about itself, nor by addresses of one IPv6 network', async () => {
    for (let index = 0; index <= LIMIT; index++) await guess(scenario.service, `198.51.100.${index}, 203.0.113.3`);
    expect((await guess(scenario.service, '198.51.100.99, 203.0.113.3')).status).toBe(429);
    for (let index = 0; index <= LIMIT; index++) await guess(scenario.service, `2001:db8:1:2::${index}`);
    expect((await guess(scenario.service, '2001:db8:1:2:ffff::1')).status).toBe(429);
    expect((await guess(scenario.service, '2001:db8:1:3::1')).status).toBe(401);
  });

  it('of 1,000 from one address do not slow or refuse a right key from there', async () => {
    const { service, admin } = scenario;
    const flood = service.client(null);
    const quiet = await whileFlooded(admin, () => flood.get('/health/live'));
    const statuses: number[] = [];
    const flooded = await whileFlooded(admin, async () => {
      const headers = { ...from('203.0.113.1').headers, 'x-api-key': generateSecret() };
      statuses.push((await flood.get(PATH, { headers })).status);
    });
    expect(statuses.filter((status) => status === 401).length).toBeLessThan(LIMIT + 10);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(980);
    // No slower than while as many harmless requests come from there.
    expect(flooded).toBeLessThan(3 * quiet + 20);
  });

  it('do not keep a right key out that was never seen before', async () => {
    const { secret } = await createApiKey(scenario.admin, ['keys:read']);
    await guesses(LIMIT + 1, scenario.service);
    await timed(scenario.service.client(secret));
    // Nor one that was made, or got another secret, since the known ones were read.
    const later = await createApiKey(scenario.admin, ['keys:read']);
    await timed(scenario.service.client(later.secret));
    const { body: rotated } = await scenario.admin.post(`/api/api-keys/${later.id}/rotate`, { graceSeconds: 60 });
    await timed(scenario.service.client(rotated.secret));
    await timed(scenario.service.client(later.secret));
  });

  it('past the limit are not looked up in the database', async () => {
    await guesses(LIMIT + 1, scenario.service);
    let [statuses, milliseconds]: [number[], number] = [[], Infinity];
    // On a machine so busy that the known keys grow old meanwhile, it is tried again.
    while (milliseconds > 3000) {
      const start = performance.now();
      // What is known is read anew after this, by the first guess.
      await createApiKey(scenario.admin, ['check']);
      expect((await guess(scenario.service)).status).toBe(429);
      await runSql(scenario.database, 'ALTER TABLE api_keys RENAME TO api_keys_away');
      statuses = await guesses(30, scenario.service);
      const elsewhere = await fetch(scenario.service.url + PATH, { headers: { 'x-api-key': generateSecret() } });
      await runSql(scenario.database, 'ALTER TABLE api_keys_away RENAME TO api_keys');
      expect(elsewhere.status).toBe(500);
      milliseconds = performance.now() - start;
    }
    expect(statuses).toEqual(Array(30).fill(429));
  });
});

describe('requests by one API key', () => {
  it('are limited in checks by a license key too, of which others need none', async () => {
    const scenario = await startScenario({ REQUEST_LIMIT_PER_MINUTE: '5', LICENSE_KEY_AUTH: 'true' });
    try {
      const { key } = await createLicenseKey(scenario.admin);
      const { secret } = await createApiKey(scenario.admin, ['check']);
      const statuses = async (client: ApiClient) => {
        const check = () => client.post(`/api/check/${PRODUCT}`, undefined, { headers: { authorization: key } });
        return [await check(), await check(), await check(), await check(), await check(), await check()].map(
          ({ status }) => status,
        );
      };
      expect(await statuses(scenario.service.client(secret))).toEqual([...Array(5).fill(200), 429]);
      expect(await statuses(scenario.service.client(null))).toEqual(Array(6).fill(200));
    } finally {
      await scenario.close();
    }
  });

  it('are limited when the operator says so, each key for itself', async () => {
    const scenario = await startScenario({ REQUEST_LIMIT_PER_MINUTE: '5' });
    try {
      const { secret } = await createApiKey(scenario.admin, ['keys:read']);
      const client = scenario.service.client(secret);
      for (let index = 0; index < 5; index++) expect((await client.get(PATH)).status).toBe(200);
      const { status, headers, body } = await client.get(PATH);
      expect([status, body]).toEqual([429, { msg: expect.stringContaining('too many requests') }]);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      expect((await scenario.admin.get(PATH)).status).toBe(200);
    } finally {
      await scenario.close();
    }
  });
});

declare global {
  /** The Redis that tests may use; `jest.config.js` sets it, null when none can be reached. */
  var testRedis: string | null;
}

const describeWithRedis = describeIf(Boolean(globalThis.testRedis), 'TEST_REDIS_URL names no Redis');

describeWithRedis('with Redis', () => {
  const redis = () => new URL(globalThis.testRedis!);
  let link: TcpLink;
  let scenario: Scenario;
  let other: Service;
  let tries = 0;
  const settings = () => ({
    TRUST_PROXY: '127.0.0.1',
    WRONG_KEY_LIMIT_PER_MINUTE: String(LIMIT),
    REQUEST_LIMIT_PER_MINUTE: '10000',
    REDIS_URL: `redis://127.0.0.1:${link.port}${redis().pathname}`,
  });

  beforeAll(async () => {
    link = await TcpLink.to(redis().hostname, Number(redis().port || 6379));
    scenario = await startScenario(settings());
    other = await Service.start({ DATABASE_URL: scenario.database.url, ...settings() });
  });
  afterAll(async () => {
    await other.stop();
    await scenario.close();
    link.close();
  });

  it('instances share their counts, and go on alone while Redis is away', async () => {
    expect(await guesses(LIMIT, scenario.service, '203.0.113.10')).toEqual(Array(LIMIT).fill(401));
    expect((await guess(other, '203.0.113.10')).status).toBe(429);

    link.hang();
    for (const service of [scenario.service, other]) {
      const client = service.client();
      const times = [];
      for (let index = 0; index < 20; index++) times.push(await timed(client));
      expect(Math.max(...times)).toBeLessThan(NOTICEABLE_MS);
      expect(await guesses(LIMIT + 1, service, '203.0.113.11')).toEqual([...Array(LIMIT).fill(401), 429]);
    }

    link.cut();
    expect(await guesses(LIMIT + 1, scenario.service, '203.0.113.12')).toEqual([...Array(LIMIT).fill(401), 429]);
    await timed(scenario.admin);

    link.mend();
    await sharedAgain(scenario.service, other);
    expect(scenario.service.output.match(/Redis does not answer/g)).toHaveLength(1);
  });

  it('a Redis that was frozen counts nothing of what was counted without it meanwhile', async () => {
    link.freeze();
    await guess(scenario.service, '203.0.113.20');
    // For so long it is left alone after that.
    await sleep(1100);
    const statuses = await Promise.all(
      Array.from({ length: LIMIT }, async () => (await guess(scenario.service, '203.0.113.21')).status),
    );
    expect(statuses).toEqual(Array(LIMIT).fill(401));
    link.open();
    await sharedAgain(scenario.service, other);
    expect((await guess(other, '203.0.113.21')).status).toBe(401);
  });

  /** Each try is from an address of its own: it takes until both instances have connected again. */
  async function sharedAgain(a: Service, b: Service): Promise<void> {
    for (let attempt = 0; attempt < 40; attempt++) {
      const address = `198.51.100.${++tries}`;
      await guesses(LIMIT, a, address);
      if ((await guess(b, address)).status === 429) return;
      await sleep(250);
    }
    throw new Error('The instances did not share their counts again.');
  }
});
