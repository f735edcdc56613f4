import { setTimeout as sleep } from 'node:timers/promises';
import { createApiKey } from '../support/api-keys';
import { runSql } from '../support/run-sql';
import { inScenario, type Scenario, startScenario, unique } from '../support/scenario';
import { ADMIN_KEY, Service } from '../support/service';

interface Event {
  readonly id: string;
  readonly position: number;
  readonly type: string;
  readonly timestamp: string;
  readonly actor: object;
  readonly data: { readonly [name: string]: Record<string, unknown> };
}

let scenario: Scenario;
const admin = () => scenario.admin;
const eventsOf = async (service: Pick<Service, 'client'>, query: string): Promise<Event[]> =>
  (await service.client().get(`/api/events?${query}`)).body as Event[];
const lastPosition = async (): Promise<number> =>
  (await eventsOf(scenario.service, 'limit=1000')).at(-1)?.position ?? 0;

beforeAll(async () => {
  scenario = await startScenario();
});
afterAll(() => scenario.close());

/** What happened during some work, once all of it has its position. */
async function told(work: () => Promise<unknown>, expected: number): Promise<Event[]> {
  await sleep(400);
  const after = await lastPosition();
  await work();
  const found: Event[] = [];
  while (found.length < expected) {
    const more = await eventsOf(scenario.service, `after=${found.at(-1)?.position ?? after}&wait=5&limit=1000`);
    if (more.length === 0) break;
    found.push(...more);
  }
  await sleep(400);
  return [...found, ...(await eventsOf(scenario.service, `after=${found.at(-1)?.position ?? after}`))];
}

describe('a change', () => {
  it('is told once with what it was before, whoever makes it', async () => {
    const uid = unique('customer');
    const events = await told(async () => {
      const { body: key } = await admin().post('/api/keys', { uid, pid: 6, seats: 2 });
      await admin().put(`/api/keys/${key.id}`, { note: 'Called' });
      await admin().put(`/api/keys/${key.id}`, { disabled: true, note: '' });
      await admin().put(`/api/keys/${key.id}`, { disabled: false });
      await admin().post('/api/check', { id: key.key, device: 'a', deviceName: 'Desk' });
      await admin().delete(`/api/keys/${key.id}/devices`);
      await admin().delete(`/api/keys/${key.id}`);
    }, 8);
    expect(events.map(({ type, data: { previous } }) => [type, previous])).toEqual([
      ['licenseKey.created', undefined],
      ['licenseKey.updated', { note: null }],
      ['licenseKey.disabled', { disabled: false, note: 'Called' }],
      ['licenseKey.enabled', { disabled: true }],
      ['licenseKey.firstUsed', undefined],
      ['device.seated', undefined],
      ['device.released', { seatsTaken: 1 }],
      ['licenseKey.deleted', undefined],
    ]);
    const [{ data, actor, position }] = events;
    expect(data.licenseKey).toMatchObject({ uuid: uid, product: 6, key: expect.stringMatching(/^.{8}…$/) });
    expect(actor).toEqual({ type: 'apiKey', name: 'bootstrap' });
    expect(events.map((event) => event.position)).toEqual(events.map((_, index) => position + index));
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  });

  it('is told of each license key of a bulk creation, a bulk change and an import, in their order', async () => {
    const uid = unique('bulk');
    const types = async (work: () => Promise<unknown>, count: number) =>
      (await told(work, count)).map(({ type, data: { licenseKey } }) => [type, licenseKey?.uuid]);
    const each = (length: number, type: string) => Array.from({ length }, () => [`licenseKey.${type}`, uid]);
    expect(await types(() => admin().post('/api/keys/bulk', { count: 150, uid, pid: 1 }), 150)).toEqual(
      each(150, 'created'),
    );
    expect(await types(() => admin().put('/api/keys', { filter: { uid }, change: { disabled: true } }), 151)).toEqual([
      ...each(150, 'disabled'),
      ['bulkChange.ended', undefined],
    ]);
    const rows = Array.from({ length: 3 }, (_, row) =>
      JSON.stringify({ key: `${uid}-key-number-${row}`, uid, pid: 1 }),
    );
    const headers = { 'content-type': 'application/x-ndjson' };
    const imported = () => admin().post('/api/keys/import', rows.join('\n'), { headers });
    expect(await types(imported, 4)).toEqual([...each(3, 'created'), ['import.ended', undefined]]);
  });

  it('is told of customers, products, links and API keys, whose secrets it never has', async () => {
    const name = unique('other');
    const events = await told(async () => {
      await admin().post('/api/customers', { uid: name, name: 'Ada' });
      await admin().post('/api/products', { name });
      await admin().post('/api/links', { url: 'https://example.com/' });
      const { id, secret } = await createApiKey(admin(), ['check']);
      await admin().post(`/api/api-keys/${id}/rotate`, {});
      const text = (await admin().get('/api/events?limit=1000&keys=full')).text;
      expect([text.includes(secret), text.includes(ADMIN_KEY)]).toEqual([false, false]);
    }, 5);
    const names = ['customer.created', 'product.created', 'link.created', 'apiKey.created', 'apiKey.rotated'];
    expect(events.map(({ type }) => type)).toEqual(names);
  });

  it('that is rolled back is not told', async () => {
    const uid = unique('taken');
    const events = await told(async () => {
      await admin().post('/api/customers', { uid, name: 'Ada' });
      expect((await admin().post('/api/customers', { uid, name: 'Bob' })).status).toBe(409);
    }, 1);
    expect(events).toHaveLength(1);
  });
});

describe('a check', () => {
  const check = (id: unknown, device?: string) => admin().post('/api/check', { id, device, deviceName: device });

  it('is told if it is the first of its license key, gives a device a seat, or refuses one: that once an hour', async () => {
    const { body: key } = await admin().post('/api/keys', {
      uid: unique('used'),
      pid: 6,
      seats: 1,
      leaseSeconds: 3600,
    });
    const events = await told(async () => {
      for (const device of ['Desk', 'Desk', 'Lap', 'Lap', 'Pad']) await check(key.key, device);
      await admin().delete(`/api/keys/${key.id}/devices`);
      await check(key.key, 'Lap');
    }, 5);
    expect(events.map(({ type, actor, data: { status, device } }) => [type, actor, status ?? device?.name])).toEqual([
      ['licenseKey.firstUsed', { type: 'client', name: '' }, 'AUTHORISED'],
      ['device.seated', { type: 'client', name: '' }, 'Desk'],
      ['device.refused', { type: 'client', name: '' }, 'Lap'],
      ['device.released', { type: 'apiKey', name: 'bootstrap' }, undefined],
      ['device.seated', { type: 'client', name: '' }, 'Lap'],
    ]);
    const [{ data: used }, { data: seated }, { data: refused }] = events;
    expect(used.licenseKey).toMatchObject({ id: key.id, uuid: key.uuid, lastSeen: expect.any(Number) });
    const { lastSeen } = used.licenseKey;
    expect(seated.device).toEqual({
      id: 1,
      name: 'Desk',
      address: '127.0.0.1',
      hasSeat: true,
      firstSeen: lastSeen,
      lastSeen,
      leaseUntil: expect.any(Number),
    });
    expect(refused.device).toMatchObject({ id: 2, hasSeat: false, firstSeen: 0, refusedAt: expect.any(Number) });
  });

  it('tells a first use once, whichever of two instances and however many clients make it', async () => {
    const { body } = await admin().post('/api/keys/bulk', { count: 20, uid: unique('first'), pid: 6 });
    const keys = body as { key: string }[];
    const other = await Service.start({ DATABASE_URL: scenario.database.url });
    const events = await told(async () => {
      const clients = [scenario.service, other].map((service) => service.client());
      await Promise.all(
        keys.flatMap(({ key }) =>
          Array.from({ length: 6 }, (_, index) => clients[index % 2].post('/api/check', { id: key })),
        ),
      );
    }, 20);
    await other.stop('SIGINT');
    expect(events.map(({ type }) => type)).toEqual(keys.map(() => 'licenseKey.firstUsed'));
    expect(new Set(events.map(({ data: { licenseKey } }) => licenseKey.id)).size).toBe(20);
  });
});

describe('the feed', () => {
  it('waits for an event, and answers within a second of it', async () => {
    const after = await lastPosition();
    const waiting = eventsOf(scenario.service, `after=${after}&wait=20`);
    await sleep(700);
    await admin().post('/api/keys', { uid: 'waited for', pid: 1 });
    const answered = performance.now();
    expect(await waiting).toHaveLength(1);
    expect(performance.now() - answered).toBeLessThan(2000);
    const begun = performance.now();
    expect(await eventsOf(scenario.service, `after=${after + 1}&wait=1`)).toEqual([]);
    expect(performance.now() - begun).toBeGreaterThan(900);
  });

  it('leaves out what a filter does not match, and leads on behind that', async () => {
    const uid = unique('filtered');
    const after = (await told(() => admin().post('/api/keys', { uid, pid: 77 }), 1))[0].position - 1;
    await told(() => admin().post('/api/links', { url: 'https://example.com/' }), 1);
    const find = (query: string) => admin().get(`/api/events?after=${after}&${query}`);
    for (const query of ['types=licenseKey.created', 'types=link.updated,licenseKey.created', `uid=${uid}`, 'pid=77']) {
      const { body, headers } = await find(query);
      expect([(body as Event[]).map(({ type }) => type), headers.link]).toEqual([
        ['licenseKey.created'],
        expect.stringContaining(`after=${await lastPosition()}`),
      ]);
    }
    expect((await find('keys=full&limit=1')).body[0].data.licenseKey.key).toHaveLength(36);
  });

  it.each([
    ['wait=26', 'wait must be a number of seconds from 0 to 25.'],
    ['after=-1', 'after must be the position of an event, or 0.'],
    ['after=x', 'after must be the position of an event, or 0.'],
    ['types=licenseKey.creatd', '"licenseKey.creatd" is not a type of event; the documentation lists them.'],
    ['limit=1001', 'limit must be an integer from 1 to 1000.'],
    ['keys=all', 'keys must be short or full.'],
    ['uid=', 'uid must be text of 1 to 191 characters.'],
  ])('refuses %s', async (query, msg) => {
    const { status, body } = await admin().get(`/api/events?${query}`);
    expect([status, body]).toEqual([400, { msg }]);
  });

  it('says where to go on behind the last event', async () => {
    const last = await lastPosition();
    const { status, body } = await admin().get(`/api/events?after=${last + 5}`);
    expect([status, body.msg]).toEqual([400, expect.stringMatching(`the last event is ${last}.*after=${last}\\.$`)]);
  });

  it('shows license keys in full only to those who may read them', async () => {
    const { secret } = await createApiKey(admin(), ['events:read']);
    const follower = scenario.service.client(secret);
    expect([
      (await follower.get('/api/events')).status,
      (await follower.get('/api/events?keys=full')).status,
      (await scenario.service.client((await createApiKey(admin(), ['keys:read'])).secret).get('/api/events')).status,
    ]).toEqual([200, 403, 403]);
  });

  it(
    'has no more than was kept, and says so',
    inScenario(async ({ admin: client, service, database }) => {
      for (let n = 0; n < 4; n++) await client.post('/api/keys', { uid: 'u', pid: 1 });
      // The first API key is an event too; all five have a position before any is deleted.
      while ((await eventsOf(service, 'after=0&wait=5')).length < 5) await sleep(50);
      await runSql(database, 'DELETE FROM events WHERE position <= 2');
      const { status, body, headers } = await client.get('/api/events?after=0');
      expect([status, headers['x-error-code'], body]).toEqual([
        410,
        'event.gone',
        { msg: 'Events up to position 2 are no longer kept. Go on with after=2.' },
      ]);
      await sleep(500);
      expect((await eventsOf(service, '')).map(({ position }) => position)).toEqual([3, 4, 5]);
    }),
  );
});

it('an erased person is in no event any more', async () => {
  const uid = `${unique('ada')}@example.com`;
  await told(async () => {
    await admin().post('/api/customers', { uid, name: 'Ada Secretly', email: uid });
    const { body: key } = await admin().post('/api/keys', { uid, pid: 1, note: 'Prefers Secretly emails' });
    await admin().put(`/api/keys/${key.id}`, { note: 'Secretly again' });
  }, 3);
  expect((await admin().get('/api/events?limit=1000')).text).toContain('Secretly');
  await admin().delete(`/api/customers/${encodeURIComponent(uid)}`);
  const countTasks = async () =>
    ((await runSql(scenario.database, 'SELECT COUNT(*) AS n FROM customer_tasks')) as { n: number | string }[])[0].n;
  for (let tries = 0; Number(await countTasks()) > 0 && tries < 100; tries++) await sleep(100);
  const rows = (await runSql(scenario.database, 'SELECT uid, data FROM events')) as object[];
  expect(rows.length).toBeGreaterThan(3);
  expect(JSON.stringify(rows)).not.toMatch(new RegExp(`Secretly|${uid}`));
});
