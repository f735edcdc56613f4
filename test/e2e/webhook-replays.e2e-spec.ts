import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from '../support/api-client';
import { createLicenseKey } from '../support/license-keys';
import { Receivers } from '../support/receiver';
import { runSql } from '../support/run-sql';
import { inScenario, type Scenario, startScenario } from '../support/scenario';
import { until } from '../support/until';

const SETTINGS = {
  SECRET_KEY: 'q7eUxo0hV9w2nM4yGzLrT1sKbJd8PcAfQvHiX5tOY6E=',
  WEBHOOK_NETWORKS: '127.0.0.1',
};

let scenario: Scenario;
const receivers = new Receivers();
const { start: receiver } = receivers;
const admin = (): ApiClient => scenario.admin;

beforeAll(async () => {
  scenario = await startScenario(SETTINGS);
});
afterEach(async () => {
  // Deleted, they take no places from the next test.
  for (const { id } of (await admin().get('/api/webhooks')).body) await admin().delete(`/api/webhooks/${id}`);
  await receivers.end();
});
afterAll(() => scenario.close());

const create = async (url: string, body: object = {}) =>
  (await admin().post('/api/webhooks', { url, types: ['licenseKey.created'], ...body })).body;
const deliveriesOf = async (id: number, query = '') =>
  (await admin().get(`/api/webhooks/${id}/deliveries${query}`)).body;

async function arrived(id: number): Promise<void> {
  while ((await deliveriesOf(id))[0]?.state !== 'delivered') await sleep(50);
}

it('sends nothing that happened before its types or its product were changed, and was left out then', async () => {
  const { url, received } = await receiver();
  const { id } = await create(url, { types: ['licenseKey.disabled'], pid: 72 });
  const tell = async () => {
    const key = await createLicenseKey(admin());
    const newest = async () => (await admin().get('/api/events?order=newest&limit=1')).body[0];
    while ((await newest()).data.licenseKey?.id !== key.id) await sleep(50);
    return key.id;
  };
  await tell();
  await admin().put(`/api/webhooks/${id}`, { types: ['licenseKey.created'] });
  await tell();
  await admin().put(`/api/webhooks/${id}`, { pid: null });
  const told = await tell();
  await until(() => received.length > 0);
  expect(await deliveriesOf(id)).toHaveLength(1);
  expect(JSON.parse(received[0].body).data.licenseKey.id).toBe(told);
});

it('sends twenty at a time, without a warning in the log', async () => {
  const held: ServerResponse[] = [];
  const { url } = await receiver((_, response) => held.push(response));
  const { id } = await create(url);
  await admin().post('/api/keys/bulk', { count: 20, uid: 'twenty at a time', pid: 73 });
  await until(() => held.length === 20);
  for (const response of held) response.writeHead(204).end();
  while ((await deliveriesOf(id, '?state=delivered')).length < 20) await sleep(50);
  expect(scenario.service.output).not.toContain('Warning');
});

it('sends again one delivery, what failed, and what came since a time', async () => {
  let status = 410;
  const { url, received } = await receiver((_, response) => response.writeHead(status).end());
  const { id } = await create(url);
  await createLicenseKey(admin());
  await until(() => received.length === 1);
  status = 204;
  await until(() => received.length === 1);
  await sleep(300);
  const [failed] = await deliveriesOf(id, '?state=failed');
  // The answer 410 has switched it off.
  const early = await admin().post(`/api/webhooks/${id}/deliveries/${failed.id}/retry`);
  expect([early.status, early.headers['x-error-code'], early.body.msg]).toEqual([
    409,
    'webhook.off',
    expect.stringContaining('switch it on first'),
  ]);
  expect(await deliveriesOf(id, '?state=failed')).toEqual([failed]);
  await admin().put(`/api/webhooks/${id}`, { active: true });
  expect((await admin().post(`/api/webhooks/${id}/replay`, { failed: true })).body.kind).toBe('retry');
  await until(() => received.length === 2);
  await arrived(id);
  const again = await admin().post(`/api/webhooks/${id}/deliveries/${failed.id}/retry`);
  expect([again.status, again.body.state]).toEqual([200, 'pending']);
  await until(() => received.length === 3);
  await createLicenseKey(admin());
  await until(() => received.length === 4);
  expect((await admin().post(`/api/webhooks/${id}/replay`, { since: 0 })).status).toBe(202);
  await until(() => received.length >= 6);
  const ids = received.map(({ headers }) => headers['webhook-id']);
  expect(new Set(ids.slice(0, 3)).size).toBe(1);
});

it('shows how far a replay has come, which waits while the webhook is off', async () => {
  const { url, received } = await receiver();
  const { id } = await create(url, { types: ['link.created'] });
  const { position } = (await admin().get(`/api/webhooks/${id}`)).body;
  await admin().post('/api/links', { url: 'https://example.com/' });
  await until(() => received.length === 1);
  await arrived(id);
  await admin().put(`/api/webhooks/${id}`, { active: false });
  const begun = (await admin().post(`/api/webhooks/${id}/replay`, { after: position })).body;
  const replays = async (): Promise<unknown[]> => [
    (await admin().get(`/api/webhooks/${id}`)).body.replay,
    (await admin().get('/api/webhooks')).body.find((each: { id: number }) => each.id === id).replay,
  ];
  expect(await replays()).toEqual([begun, begun]);
  expect((await admin().post(`/api/webhooks/${id}/replay`, { failed: true })).status).toBe(409);
  await admin().put(`/api/webhooks/${id}`, { active: true });
  await until(() => received.length === 2);
  expect(await replays()).toEqual([undefined, undefined]);
});

it('still knows what it misses when it is replayed while it is off, also from further on or twice', async () => {
  const { url, received } = await receiver();
  const { id, position: start } = await create(url, { types: ['link.created'] });
  const links: string[] = [];
  const happens = async (): Promise<void> => {
    links.push((await admin().post('/api/links', { url: 'https://example.com/' })).body.name);
    await sleep(600);
  };
  const shown = async () => (await admin().get(`/api/webhooks/${id}`)).body;
  const replay = (after: number) => admin().post(`/api/webhooks/${id}/replay`, { after });
  const off = { active: false };
  await happens();
  await until(() => received.length === 1);
  const { missedAfter: first } = (await admin().put(`/api/webhooks/${id}`, off)).body;
  await happens();
  expect([(await replay(first)).body, (await shown()).missedAfter]).toEqual([
    { kind: 'replay', after: first, upTo: first },
    first,
  ]);
  expect([(await replay(start)).status, (await shown()).missedAfter]).toEqual([202, first]);
  await happens();
  const on = (await admin().put(`/api/webhooks/${id}`, { active: true })).body;
  expect([on.missedAfter, on.position > first]).toEqual([first, true]);
  await until(() => received.length === 2);
  await happens();
  await until(() => received.length === 3);
  // It was off twice: what it missed at first counts, until a replay begins there.
  expect((await admin().put(`/api/webhooks/${id}`, off)).body.missedAfter).toBe(first);
  const { position: second } = await shown();
  await happens();
  await replay(first + 1);
  expect((await shown()).missedAfter).toBe(first);
  await admin().put(`/api/webhooks/${id}`, { active: true });
  while ((await shown()).replay) await sleep(50);
  await admin().put(`/api/webhooks/${id}`, off);
  await replay(first);
  const { position: third } = await shown();
  expect([third > second, (await shown()).missedAfter]).toEqual([true, third]);
  await happens();
  expect((await admin().put(`/api/webhooks/${id}`, { active: true })).body.missedAfter).toBe(third);
  while ((await shown()).replay) await sleep(50);
  expect((await replay(third)).status).toBe(202);
  expect(await shown()).not.toHaveProperty('missedAfter');
  const namesSent = () => new Set(received.map(({ body }) => JSON.parse(body).data.link.name as string));
  await until(() => namesSent().size === links.length);
  expect([...namesSent()].toSorted()).toEqual(links.toSorted());
});

it(
  'says where to begin if what is to be sent again is no longer kept',
  inScenario(async ({ admin: client, database }) => {
    const { url, received } = await receiver();
    const { id } = (await client.post('/api/webhooks', { url })).body;
    for (let n = 0; n < 4; n++) await createLicenseKey(client);
    await until(() => received.length >= 4);
    await runSql(database, 'DELETE FROM events WHERE position <= 3');
    const { status, body, headers } = await client.post(`/api/webhooks/${id}/replay`, { after: 0 });
    expect([status, headers['x-error-code'], body]).toEqual([
      410,
      'event.gone',
      { msg: 'Events up to position 3 are no longer kept. Go on with after=3.' },
    ]);
    // A time says no position: it begins with what there is.
    const since = await client.post(`/api/webhooks/${id}/replay`, { since: 0 });
    expect([since.status, since.body.after]).toEqual([202, 3]);
  }, SETTINGS),
);

it.each([
  [{}, 400, 'exactly one of after, since and failed'],
  [{ after: 0, failed: true }, 400, 'exactly one of'],
  [{ after: -1 }, 400, 'after must be'],
  [{ after: 'x' }, 400, 'after must be'],
  [{ after: 999_999_999 }, 400, 'what follows is sent anyway'],
  [{ failed: false }, 400, 'failed must be true.'],
  [{ since: 1.5 }, 400, 'since must be'],
])('refuses to replay %j', async (body, status, msg) => {
  const { id } = await create('https://shop.example.com/');
  const refused = await admin().post(`/api/webhooks/${id}/replay`, body);
  expect([refused.status, refused.body.msg]).toEqual([status, expect.stringContaining(msg)]);
});
