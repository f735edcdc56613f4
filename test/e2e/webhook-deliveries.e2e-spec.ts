import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import type { ApiClient } from '../support/api-client';
import { keylink } from '../support/command-line';
import { createLicenseKey } from '../support/license-keys';
import { type Received, type Receiver, Receivers } from '../support/receiver';
import { type Scenario, startScenario, unique } from '../support/scenario';
import { Service } from '../support/service';
import { openSession } from '../support/sessions';
import { onEmbedded } from '../support/test-database';
import { until } from '../support/until';

const SETTINGS = {
  SECRET_KEY: 'q7eUxo0hV9w2nM4yGzLrT1sKbJd8PcAfQvHiX5tOY6E=',
  WEBHOOK_NETWORKS: '127.0.0.1',
};
interface Delivery {
  readonly attempts: readonly object[];
}

/** After the death of an instance on a server, its claims end. */
const LEASE_MS = 60_000;

let scenario: Scenario;
const receivers = new Receivers();
const { start: receiver } = receivers;
const admin = (): ApiClient => scenario.admin;

beforeAll(async () => {
  scenario = await startScenario(SETTINGS);
});
afterEach(async () => {
  // Switched off, they take no places from the next test.
  for (const { id } of (await admin().get('/api/webhooks')).body) await admin().delete(`/api/webhooks/${id}`);
  await receivers.end();
});
afterAll(() => scenario.close());

const create = async (url: string, body: object = {}) =>
  (await admin().post('/api/webhooks', { url, types: ['licenseKey.created'], ...body })).body;
const deliveriesOf = async (id: number, query = '') =>
  (await admin().get(`/api/webhooks/${id}/deliveries${query}`)).body;
const eventOf = ({ body }: Received) => JSON.parse(body);
const idsOf = ({ received }: Receiver) => received.map(({ headers }) => headers['webhook-id']);

it('sends what happens, signed, as the feed shows it', async () => {
  const { url, received } = await receiver();
  const { secret } = await create(url, { headers: { Authorization: 'Bearer 7fK2' } });
  const { id, key } = await createLicenseKey(admin());
  await until(() => received.length === 1);
  const [{ headers, body }] = received;
  expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual(eventOf(received[0]));
  expect(headers).toMatchObject({
    authorization: 'Bearer 7fK2',
    'content-type': 'application/json',
    'user-agent': expect.stringMatching(/^keylink\//),
  });
  const event = eventOf(received[0]);
  expect(event).toMatchObject({ type: 'licenseKey.created', data: { licenseKey: { id } } });
  expect([headers['webhook-id'], body.includes(key)]).toEqual([event.id, false]);
  const feed = (await admin().get(`/api/events?after=${event.position - 1}&limit=1`)).body;
  expect(feed).toEqual([event]);
});

it('sends only what it is to get, and license keys in full where that is asked for', async () => {
  const [all, product, full] = [await receiver(), await receiver(), await receiver()];
  await create(all.url, { types: [] });
  await create(product.url, { types: [], pid: 71 });
  await create(full.url, { types: ['licenseKey.deleted'], keys: 'full' });
  const { id } = await createLicenseKey(admin());
  const { id: own, key } = await createLicenseKey(admin(), { pid: 71 });
  await admin().delete(`/api/keys/${own}`);
  await until(() => all.received.length === 3 && full.received.length === 1 && product.received.length === 2);
  const about = (from: Receiver) =>
    from.received
      .map(eventOf)
      .map(({ type, data }) => [type, data.licenseKey.id])
      .toSorted();
  expect(about(all)).toEqual(
    [
      ['licenseKey.created', id],
      ['licenseKey.created', own],
      ['licenseKey.deleted', own],
    ].toSorted(),
  );
  expect(about(product)).toEqual([
    ['licenseKey.created', own],
    ['licenseKey.deleted', own],
  ]);
  expect(eventOf(full.received[0]).data.licenseKey.key).toBe(key);
});

it('tries again what failed, with the same id, and shows each attempt', async () => {
  const failing = await receiver((_, response) =>
    failing.received.length === 1 ? response.writeHead(500).end('out of order') : response.writeHead(200).end('ok'),
  );
  const { id } = await create(failing.url);
  await createLicenseKey(admin());
  await until(() => failing.received.length === 1);
  await until(() => failing.received.length === 2);
  const [first, second] = idsOf(failing);
  expect(second).toBe(first);
  const delivery = await arrived(id);
  expect(delivery).toMatchObject({ event: first, state: 'delivered', type: 'licenseKey.created' });
  expect(delivery.attempts).toMatchObject([
    { status: 500, answer: 'out of order' },
    { status: 200, answer: 'ok' },
  ]);
  const waited = failing.received[1].at - failing.received[0].at;
  expect(waited).toBeGreaterThan(4400);
});

async function arrived(id: number) {
  for (;;) {
    const [delivery] = await deliveriesOf(id);
    if (delivery?.state === 'delivered') return delivery;
    await sleep(50);
  }
}

it('sends what was missed while the receiver was away, told alike whoever made the change', async () => {
  const first = await receiver();
  const { id, secret } = await create(first.url, { types: ['licenseKey.disabled', 'licenseKey.created'] });
  expect((await admin().post(`/api/webhooks/${id}/test`)).body.state).toBe('delivered');
  const { browser, key: colleague } = await openSession(scenario);
  const keys = [];
  for (let n = 0; n < 3; n++) keys.push((await createLicenseKey(admin(), { note: 'Called' })).id);
  await until(() => first.received.length === 4);
  await first.end();

  const environment = { DATABASE_URL: scenario.database.url, ...SETTINGS };
  // The second time it changes nothing.
  for (let n = 0; n < 2; n++)
    expect((await keylink(environment, 'keys', 'disable', String(keys[0]))).stdout).toContain('is disabled');
  expect((await admin().put('/api/keys', { ids: [keys[1]], change: { disabled: true } })).status).toBe(202);
  while (!(await admin().get(`/api/keys/${keys[1]}`)).body.disabled) await sleep(20);
  expect((await browser.put(`/api/keys/${keys[2]}`, { disabled: true })).status).toBe(200);
  const line = JSON.stringify({ key: unique('imported-key'), uid: unique('imported'), pid: 1, note: 'Called' });
  const headers = { 'content-type': 'application/x-ndjson' };
  expect((await admin().post('/api/keys/import', line, { headers })).status).toBe(200);
  const tried = async () => (await deliveriesOf(id, '?state=pending')).flatMap(({ attempts }: Delivery) => attempts);
  while ((await tried()).length < 4) await sleep(50);

  const { received } = await receiver(undefined, { port: first.port });
  await until(() => received.length === 4);
  for (const { body, headers } of received) new Webhook(secret).verify(body, headers as Record<string, string>);
  const told = received.map(eventOf).toSorted((a, b) => a.position - b.position);
  expect(told.map(({ type, data, actor }) => [type, data.licenseKey.disabled, data.previous, actor])).toEqual([
    [
      'licenseKey.disabled',
      true,
      { disabled: false },
      { type: 'service', name: expect.stringMatching(/^command line/) },
    ],
    ['licenseKey.disabled', true, { disabled: false }, { type: 'apiKey', name: 'bootstrap' }],
    ['licenseKey.disabled', true, { disabled: false }, { type: 'apiKey', name: colleague.name }],
    ['licenseKey.created', false, undefined, { type: 'apiKey', name: 'bootstrap' }],
  ]);
  expect(told.slice(0, 3).map(({ data }) => data.licenseKey.id)).toEqual(keys);
  const namesIn = (event: { data: { licenseKey: object } }) => [Object.keys(event), Object.keys(event.data.licenseKey)];
  expect(told.map(namesIn)).toEqual(told.map(() => namesIn(eventOf(first.received[1]))));
  const { body: feed } = await admin().get(`/api/events?after=${told[0].position - 1}`);
  expect(feed.filter(({ type }: { type: string }) => type.startsWith('licenseKey.'))).toEqual(told);
});

it('is switched off by 410, tells of it, and sends later what it missed', async () => {
  const watching = await receiver();
  let isGone = true;
  const { url, received } = await receiver((_, response) => response.writeHead(isGone ? 410 : 204).end());
  await create(watching.url, { types: ['webhook.disabled'] });
  const { id } = await create(`${url}?token=hush`);
  await createLicenseKey(admin());
  await until(() => watching.received.length === 1);
  expect(eventOf(watching.received[0]).data.webhook).toMatchObject({ id, active: false, disabledBecause: 'gone' });
  // Other receivers may not call this one.
  expect(eventOf(watching.received[0]).data.webhook.url).toBe(`${new URL(url).origin}/…`);
  expect((await deliveriesOf(id))[0]).toMatchObject({ state: 'failed', attempts: [{ status: 410 }] });
  const off = (await admin().get(`/api/webhooks/${id}`)).body;
  expect(off).toMatchObject({ active: false, disabledBecause: 'gone', missedAfter: off.position });
  const { id: missed } = await createLicenseKey(admin());
  await sleep(600);
  isGone = false;
  const on = (await admin().put(`/api/webhooks/${id}`, { active: true })).body;
  expect([on.active, 'disabledBecause' in on, on.missedAfter]).toEqual([true, false, off.missedAfter]);
  await sleep(600);
  expect(received).toHaveLength(1);
  const begun = await admin().post(`/api/webhooks/${id}/replay`, { after: on.missedAfter });
  expect([begun.status, begun.body.kind]).toEqual([202, 'replay']);
  await until(() => received.length === 2);
  expect(eventOf(received[1]).data.licenseKey.id).toBe(missed);
  expect((await admin().get(`/api/webhooks/${id}`)).body).not.toHaveProperty('missedAfter');
});

it('tests a receiver once, and shows what came back', async () => {
  const { url, received } = await receiver((_, response) => response.writeHead(503).end('come back'));
  const { id, secret } = await create(url, { active: false });
  const { status, body } = await admin().post(`/api/webhooks/${id}/test`);
  expect([status, body]).toMatchObject([
    200,
    { state: 'failed', type: 'test', attempts: [{ status: 503, answer: 'come back' }] },
  ]);
  expect(body).not.toHaveProperty('position');
  const [{ body: sent, headers }] = received;
  expect(new Webhook(secret).verify(sent, headers as Record<string, string>)).toMatchObject({ type: 'test' });
  expect((await admin().get(`/api/webhooks/${id}`)).body).not.toHaveProperty('failingSince');
});

it('keeps secrets out of the log, and encrypted in the database', async () => {
  const { url } = await receiver();
  const header = `Bearer ${unique('geheim')}-qRt7`;
  const description = unique('found-if-looked-for');
  const { id, secret } = await create(url, { description, headers: { Authorization: header } });
  const rotated = (await admin().post(`/api/webhooks/${id}/rotate`, {})).body.secret;
  await createLicenseKey(admin());
  await arrived(id);
  const hidden = [secret, rotated, header].flatMap((text) => {
    const bare = text.replace(/^whsec_/, '');
    return [text, bare, Buffer.from(bare, 'base64').toString('latin1')];
  });
  const answers = [
    (await admin().get('/api/audit')).text,
    (await admin().get('/api/audit/export')).text,
    (await admin().get('/api/webhooks')).text,
    (await admin().get(`/api/webhooks/${id}/deliveries`)).text,
    (await admin().get('/api/events?order=newest&keys=full')).text,
    (await admin().get('/metrics')).text,
    scenario.service.output,
  ];
  if (onEmbedded()) {
    const file = scenario.database.url.slice('sqlite:'.length);
    const written = readFileSync(file, 'latin1') + readFileSync(`${file}-wal`, 'latin1');
    expect(written).toContain(description);
    answers.push(written);
  }
  for (const text of hidden) expect(answers.filter((answer) => answer.includes(text))).toEqual([]);
});

it('misses nothing when it is killed in the middle, and sends the same id again', async () => {
  let isHanging = true;
  const { url, received } = await receiver((_, response) => {
    if (!isHanging) response.writeHead(204).end();
  });
  const own = await startScenario(SETTINGS);
  try {
    await own.admin.post('/api/webhooks', { url, types: ['licenseKey.created'] });
    for (let n = 0; n < 30; n++) await createLicenseKey(own.admin);
    await until(() => received.length > 0);
    await own.service.stop('SIGKILL');
    isHanging = false;
    const before = received.splice(0).map(({ headers }) => headers['webhook-id']);
    const next = await Service.start({ DATABASE_URL: own.database.url, ...SETTINGS });
    try {
      const end = Date.now() + (onEmbedded() ? 15_000 : LEASE_MS + 20_000);
      const ids = () => new Set(received.map(({ headers }) => headers['webhook-id']));
      while (ids().size < 30 && Date.now() < end) await sleep(200);
      expect([ids().size, received.length]).toEqual([30, 30]);
      expect(before.filter((id) => !ids().has(id))).toEqual([]);
    } finally {
      await next.stop('SIGINT');
    }
  } finally {
    await own.service.stop('SIGKILL');
    await own.database.drop();
  }
}, 110_000);
