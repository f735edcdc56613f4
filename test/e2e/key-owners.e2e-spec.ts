import { setTimeout as sleep } from 'node:timers/promises';
import { createApiKey } from '../support/api-keys';
import { type Scenario, startScenario, unique } from '../support/scenario';

let scenario: Scenario;
const admin = () => scenario.admin;
const create = async (uid: string, pid: number, more: object = {}) =>
  (await admin().post('/api/keys', { uid, pid, ...more })).body as { id: number; uuid: string; product: number };
const get = async (id: number) => (await admin().get(`/api/keys/${id}`)).body as Record<string, unknown>;
const found = async (q: string): Promise<number[]> =>
  ((await admin().get(`/api/keys?q=${encodeURIComponent(q)}`)).body as { id: number }[]).map(({ id }) => id);
const check = async (id: number, pid: number) =>
  (await admin().post('/api/check', { id: String(id), pid })).body.status;

beforeAll(async () => {
  scenario = await startScenario();
});
afterAll(() => scenario.close());

it('gives a license key to another customer and product, which the next check and the search follow', async () => {
  const [from, to] = [unique('Vorher'), unique('Nachher')];
  await admin().post('/api/customers', { uid: from, name: 'Anna Altmann' });
  await admin().post('/api/customers', { uid: to, name: 'Berta Neumann' });
  await admin().post('/api/products', { pid: 801, name: 'Altprodukt' });
  await admin().post('/api/products', { pid: 802, name: 'Neuprodukt' });
  const key = await create(from, 801, { seats: 2 });
  await admin().post('/api/check', { id: String(key.id), pid: 801, device: 'desk', deviceName: 'Schreibtisch' });
  expect(await found('altmann altprodukt')).toEqual([key.id]);

  const { lastSeen } = await get(key.id);
  const answer = await admin().put(`/api/keys/${key.id}`, { uid: to, pid: 802 });
  expect([answer.status, answer.text]).toEqual([200, JSON.stringify({ ...key, uuid: to, product: 802, lastSeen })]);
  expect(await admin().post('/api/check', { id: String(key.id), pid: 802, device: 'desk' })).toMatchObject({
    body: { status: 'AUTHORISED' },
  });
  expect(await check(key.id, 801)).toBe('INVALID PRODUCT');
  for (const q of ['altmann', 'altprodukt', from]) expect([q, await found(q)]).toEqual([q, []]);
  for (const q of ['neumann', 'neuprodukt', 'neumann neuprodukt schreibtisch', to])
    expect([q, await found(q)]).toEqual([q, [key.id]]);

  // Devices and logs stay with the key, and show whose it is now.
  expect((await admin().get(`/api/keys/${key.id}/devices`)).body).toMatchObject([{ name: 'Schreibtisch' }]);
  const logs = (await admin().get(`/api/logs?key=${key.id}`)).body as { uid: string; pid: number }[];
  expect(logs.map(({ uid, pid }) => `${uid} ${pid}`)).toEqual(Array(3).fill(`${to} 802`));
  expect((await admin().get(`/api/customers/${to}/usage`)).body).toMatchObject({ passed: 2, refused: 1 });
  const [change] = (await admin().get(`/api/audit?targetType=licenseKey&targetId=${key.id}`)).body;
  expect(change).toMatchObject({
    action: 'update',
    before: { uuid: from, product: 801 },
    after: { uuid: to, product: 802 },
  });
  const explained = await admin().post('/api/check/explain', { log: (await newestLog(key.id)).id });
  expect(explained.body.past).toMatchObject({
    status: 'INVALID PRODUCT',
    setBy: { field: 'product', before: '801', after: '802' },
  });
});

it('changes them on many keys', async () => {
  const [from, to] = [unique('many'), unique('one')];
  const keys = [await create(from, 1), await create(from, 2), await create(from, 3)];
  const body = { filter: { uid: from }, change: { uid: to, pid: 2 } };
  const preview = await admin().put('/api/keys', { ...body, preview: true });
  expect(preview.body).toMatchObject({
    changes: 3,
    examples: [{ before: { uuid: from, product: 1 }, after: { uuid: to, product: 2 } }, {}, {}],
  });
  const { id } = (await admin().put('/api/keys', body)).body;
  for (let tries = 0; tries < 100; tries++) {
    if ((await admin().get(`/api/keys/bulk/${id}`)).body.state === 'done') break;
    await sleep(50);
  }
  for (const key of keys) expect(await get(key.id)).toEqual({ ...key, uuid: to, product: 2 });
  expect(await found(from)).toEqual([]);
});

it('keeps the bounds of creation, and changes nothing beyond them', async () => {
  const key = await create(unique('user'), 0);
  expect((await admin().put(`/api/keys/${key.id}`, { uid: 'Ünï 鍵 😀', pid: 2_147_483_647 })).status).toBe(200);
  const before = await get(key.id);
  for (const [body, msg] of [
    [{ uid: '' }, 'uid must be text of 1 to 191 characters'],
    [{ uid: 'x'.repeat(192) }, 'uid must be'],
    [{ uid: 'a\0b' }, 'uid must be'],
    [{ uid: null }, 'uid must be'],
    [{ pid: -1 }, 'pid must be an integer from 0 to 2147483647.'],
    [{ pid: 2_147_483_648 }, 'pid must be'],
    [{ pid: '7' }, 'pid must be'],
    [{ uuid: 'a' }, '"uuid" is not a field of this request.'],
    [{ product: 7 }, '"product" is not a field of this request.'],
    [{ key: 'a' }, '"key" is not a field of this request.'],
  ] as const) {
    const answer = await admin().put(`/api/keys/${key.id}`, body);
    expect([body, answer.status, answer.body]).toEqual([body, 400, { msg: expect.stringContaining(msg) }]);
  }
  expect((await admin().put(`/api/keys/${key.id}`, { pid: 0 })).body).toEqual({ ...before, product: 0 });
});

it.each(['keys:support', 'keys:disable'])('is beyond the scope %s', async (scope) => {
  const key = await create(unique('user'), 6);
  const narrow = scenario.service.client((await createApiKey(admin(), [scope, 'keys:read'])).secret);
  for (const body of [{ uid: 'other' }, { pid: 7 }, { uid: 'other', disabled: true }]) {
    const answer = await narrow.put(`/api/keys/${key.id}`, body);
    expect([answer.status, answer.headers['x-error-code']]).toEqual([403, 'scope.missing']);
  }
  expect(await get(key.id)).toEqual(key);
});

async function newestLog(id: number): Promise<{ id: number }> {
  return (await admin().get(`/api/keys/${id}/logs`)).body[0] as { id: number };
}
