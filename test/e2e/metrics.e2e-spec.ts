import { generateSecret } from '../../src/access/api-keys/api-key-secret';
import { createApiKey } from '../support/api-keys';
import type { Scenario } from '../support/scenario';
import { LEASE_MS, LEASE_SECONDS, type SeatClient, startSeats } from '../support/seats';
import { onEmbedded } from '../support/test-database';

let scenario: Scenario;
let seats: SeatClient;

beforeAll(async () => {
  ({ scenario, seats } = await startSeats({ LOG_HOT_SHARE: '0' }));
});
afterAll(() => scenario.close());

/** The value of one series; undefined when there is none. */
async function read(series: string): Promise<number | undefined> {
  const { status, text } = await scenario.admin.get('/metrics');
  expect(status).toBe(200);
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

describe('GET /metrics', () => {
  it('counts checks by verdict, visits, and the commits that they share', async () => {
    const { admin } = scenario;
    const { body: key } = await admin.post('/api/keys', { uid: 'u', pid: 1 });
    await admin.post('/api/link', { name: 'counted', url: 'https://example.com/' });
    await Promise.all(Array.from({ length: 40 }, () => admin.post(`/api/check/${key.id}`)));
    await admin.post('/api/check/999999');
    for (let visit = 0; visit < 3; visit++) await scenario.service.client(null).get('/counted');
    expect(await read('keylink_checks_total{verdict="AUTHORISED"}')).toBe(40);
    expect(await read('keylink_checks_total{verdict="NOT FOUND"}')).toBe(1);
    expect(await read('keylink_visits_total')).toBe(3);
    expect(await read('keylink_commit_batch_size_sum{path="checks"}')).toBe(41);
    expect(await read('keylink_commit_duration_seconds_count{path="visits",outcome="committed"}')).toBe(3);
    expect(await read('keylink_commit_queue_length{path="checks"}')).toBe(0);
  });

  it('counts seats by what became of them, and never tells whose they are', async () => {
    const key = await seats.create({ seats: 2, leaseSeconds: LEASE_SECONDS });
    for (const device of ['a', 'b', 'a', 'c']) await seats.check(key, `canary-${device}`, { deviceName: 'canary' });
    for (let time = 0; time < 2; time++) await seats.release(key, 'canary-b');
    await seats.age(key, 60 * LEASE_MS, 1);
    await seats.check(key, 'canary-c');
    const counted = ['taken', 'renewed', 'refused', 'released', 'lapsed'].map(async (event) => [
      event,
      await read(`keylink_seats_total{event="${event}"}`),
    ]);
    expect(Object.fromEntries(await Promise.all(counted))).toEqual({
      taken: 3,
      renewed: 1,
      refused: 1,
      released: 1,
      lapsed: 1,
    });
    expect(await read('keylink_checks_total{verdict="NO SEAT"}')).toBe(1);
    expect((await scenario.admin.get('/metrics')).text).not.toContain('canary');
  });

  it('counts requests by route and status, never by path', async () => {
    const { admin } = scenario;
    const { body: key } = await admin.post('/api/keys', { uid: 'u', pid: 1 });
    await admin.get(`/api/keys/${key.key}`);
    await admin.get(`/api/keys/no-such-key`);
    await admin.get('/nowhere/at/all');
    const requests = (labels: string) => read(`keylink_http_request_duration_seconds_count{${labels}}`);
    expect(await requests('method="GET",route="/api/keys/:id",status="200"')).toBe(1);
    expect(await requests('method="GET",route="/api/keys/:id",status="404"')).toBe(1);
    expect(await requests('method="GET",route="none",status="404"')).toBe(1);
    expect((await admin.get('/metrics')).text).not.toContain(key.key);
  });

  it('tells whether the database answers, how many connections there are, and how late the event loop is', async () => {
    expect(await read('keylink_database_up')).toBe(1);
    expect((await read('keylink_database_connections{pool="others",state="open"}')) ?? 0).toBeGreaterThanOrEqual(
      onEmbedded() ? 0 : 1,
    );
    expect(await read('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
  });

  it('answers a key of scope metrics, and no other', async () => {
    const { service, admin } = scenario;
    const scraper = await createApiKey(admin, ['metrics']);
    expect((await service.client(scraper.secret).get('/metrics')).status).toBe(200);
    expect((await service.client(scraper.secret).get('/api/keys?limit=1')).status).toBe(403);
    const other = await createApiKey(admin, ['check']);
    expect((await service.client(other.secret).get('/metrics')).status).toBe(403);
    expect((await service.client(null).get('/metrics')).status).toBe(401);
  });

  it('takes the key as Prometheus sends it, by the same rules, and no other path does', async () => {
    const { service, admin } = scenario;
    const scraper = await createApiKey(admin, ['metrics']);
    const other = await createApiKey(admin, ['check']);
    const scrape = (authorization: string, path = '/metrics') =>
      service.client(null).get(path, { headers: { authorization } });
    expect((await scrape(`Bearer ${scraper.secret}`)).text).toContain('keylink_database_up 1');
    expect((await scrape(`bearer  ${scraper.secret} `)).status).toBe(200);
    expect((await scrape(`Bearer ${other.secret}`)).status).toBe(403);
    for (const wrong of [`Bearer ${scraper.secret}x`, `Basic ${scraper.secret}`, scraper.secret, 'Bearer', 'Bearer ']) {
      const { status, headers, body } = await scrape(wrong);
      expect([wrong, status, headers['www-authenticate'], body]).toEqual([
        wrong,
        401,
        'ApiKey realm="keylink"',
        { msg: expect.any(String) },
      ]);
    }
    expect((await scrape(`Bearer ${other.secret}`, '/api/keys')).status).toBe(401);
    const both = { headers: { authorization: `Bearer ${scraper.secret}`, 'x-api-key': other.secret } };
    expect((await service.client(null).get('/metrics', both)).status).toBe(403);
  });

  // The last one: wrong keys from here are refused for a minute.
  it('counts a wrong Bearer as a wrong API key', async () => {
    const authorization = `Bearer ${generateSecret()}`;
    const statuses = [];
    for (let count = 0; count < 31; count++) {
      statuses.push((await scenario.service.client(null).get('/metrics', { headers: { authorization } })).status);
    }
    expect(statuses.at(-1)).toBe(429);
  });
});
