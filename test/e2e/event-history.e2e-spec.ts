import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from '../support/api-client';
import { createApiKey } from '../support/api-keys';
import { createLicenseKey } from '../support/license-keys';
import { Receiver } from '../support/receiver';
import { runSql } from '../support/run-sql';
import { inScenario, type Scenario, startScenario, unique } from '../support/scenario';
import { until } from '../support/until';

const SETTINGS = {
  SECRET_KEY: 'q7eUxo0hV9w2nM4yGzLrT1sKbJd8PcAfQvHiX5tOY6E=',
  WEBHOOK_NETWORKS: '127.0.0.1',
};

interface Event {
  readonly id: string;
  readonly position: number;
}

let scenario: Scenario;
const admin = (): ApiClient => scenario.admin;

const byWebhook = (a: { webhook: number }, b: { webhook: number }) => a.webhook - b.webhook;

beforeAll(async () => {
  scenario = await startScenario(SETTINGS);
});
afterAll(() => scenario.close());

describe('the events so far', () => {
  it('are listed newest first, page by page and filtered', async () => {
    const uid = unique('looked at');
    for (let n = 0; n < 3; n++) await admin().post('/api/keys', { uid, pid: 78 });
    await admin().post('/api/links', { url: 'https://example.com/' });
    const newest = (await eventsUpTo(4)).toReversed();
    const look = (query: string) => admin().get(`/api/events?order=newest&${query}`);
    const first = await look('limit=3');
    expect(first.body).toEqual(newest.slice(0, 3));
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.link as string)![1];
    expect(next).toBe(`/api/events?order=newest&limit=3&before=${newest[2].position}`);
    expect((await admin().get(next)).body[0]).toEqual(newest[3]);
    expect((await look(`uid=${encodeURIComponent(uid)}`)).body).toEqual(newest.slice(1));
    expect((await look('pid=78&types=licenseKey.created')).body).toEqual(newest.slice(1));
    const { body, headers } = await look(`before=${newest[0].position}&limit=1000`);
    expect(body[0]).toEqual(newest[1]);
    expect(body.at(-1).position).toBe(1);
    expect(headers).not.toHaveProperty('link');
    // A position that was never given is behind all.
    expect((await look('before=999999999&limit=1')).body).toEqual(newest.slice(0, 1));
  });

  it(
    'end with the first that is kept',
    inScenario(async ({ admin: client, database }) => {
      for (let n = 0; n < 4; n++) await client.post('/api/keys', { uid: 'u', pid: 1 });
      // The first API key is an event too.
      const look = (query: string) => client.get(`/api/events?order=newest&${query}`);
      while ((await look('limit=5')).body.length < 5) await sleep(50);
      await runSql(database, 'DELETE FROM events WHERE position <= 2');
      for (const [query, positions] of [
        ['limit=3', [5, 4, 3]],
        ['limit=10', [5, 4, 3]],
        ['before=3', []],
      ] as const) {
        const { body, headers } = await look(query);
        expect([query, (body as Event[]).map(({ position }) => position)]).toEqual([query, positions]);
        expect(headers).not.toHaveProperty('link');
      }
    }),
  );

  it.each([
    ['order=oldest', 'order must be one of newest.'],
    ['order=newest&before=0', 'before must be the position of an event.'],
    ['order=newest&after=1', 'before goes with order=newest; after and wait go without it.'],
    ['order=newest&wait=1', 'before goes with order=newest; after and wait go without it.'],
    ['before=9', 'before goes with order=newest; after and wait go without it.'],
    [
      'order=newest&types=licenseKey.creatd',
      '"licenseKey.creatd" is not a type of event; the documentation lists them.',
    ],
  ])('are not listed with %s', async (query, msg) => {
    const { status, body } = await admin().get(`/api/events?${query}`);
    expect([status, body]).toEqual([400, { msg }]);
  });

  /** The last events, once there are no others. */
  async function eventsUpTo(count: number): Promise<Event[]> {
    await sleep(500);
    return ((await admin().get('/api/events?limit=1000')).body as Event[]).slice(-count);
  }
});

it('lists what was sent of one event to all webhooks, and what was sent at all', async () => {
  const [one, other] = [await Receiver.start(), await Receiver.start()];
  const webhooks: number[] = [];
  for (const { url } of [one, other]) {
    const { body } = await admin().post('/api/webhooks', { url, types: ['licenseKey.created'] });
    webhooks.push(body.id);
  }
  await createLicenseKey(admin());
  await createLicenseKey(admin());
  await until(() => one.received.length === 2 && other.received.length === 2);
  const event = String(one.received[0].headers['webhook-id']);
  const find = (query: string) => admin().get(`/api/deliveries?${query}`);
  while ((await find(`event=${event}`)).body.some(({ state }: { state: string }) => state !== 'delivered'))
    await sleep(50);
  const { status, body } = await find(`event=${event}`);
  expect(status).toBe(200);
  // The newest delivery first; which webhook's is newer depends on the load.
  expect(body.map(({ id }: { id: number }) => id)).toEqual(
    body.map(({ id }: { id: number }) => id).toSorted((a: number, b: number) => b - a),
  );
  expect(body.toSorted(byWebhook)).toMatchObject(webhooks.map((webhook) => ({ webhook, event })));
  expect(body[0].attempts).toMatchObject([{ status: 204 }]);
  const page = await find(`event=${event}&limit=1`);
  expect([page.body, page.headers.link]).toEqual([[body[0]], expect.stringContaining(`before=${body[0].id}`)]);
  expect((await find(`event=${event}&before=${body[0].id}`)).body).toEqual([body[1]]);
  expect((await find('event=evt_unknown')).body).toEqual([]);
  expect((await find('limit=4')).body.map((each: { webhook: number }) => each.webhook)).toEqual(
    expect.arrayContaining(webhooks),
  );
  const refused = await find(`event=${'e'.repeat(41)}`);
  expect([refused.status, refused.body.msg]).toEqual([
    400,
    expect.stringContaining('event must be the id of an event'),
  ]);
  const { secret } = await createApiKey(admin(), ['events:read']);
  expect((await scenario.service.client(secret).get('/api/deliveries')).status).toBe(403);
  await one.end();
  await other.end();
});
