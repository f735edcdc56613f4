import { setTimeout as sleep } from 'node:timers/promises';
import { createApiKey } from '../support/api-keys';
import { createLicenseKey, PRODUCT } from '../support/license-keys';
import { runSql } from '../support/run-sql';
import { type Scenario, startScenario, unique } from '../support/scenario';

const REASON = 'Zurückgegeben am 12. Mai 🧾';

let scenario: Scenario;
const admin = () => scenario.admin;
const get = async (id: number) => (await admin().get(`/api/keys/${id}`)).text;
const clientWith = async (...scopes: string[]) => scenario.service.client((await createApiKey(admin(), scopes)).secret);
const changesOf = async (id: number) =>
  (await admin().get(`/api/audit?targetType=licenseKey&targetId=${id}`)).body as {
    action: string;
    reason?: string;
    after: Record<string, unknown> | null;
  }[];

beforeAll(async () => {
  scenario = await startScenario();
});
afterAll(() => scenario.close());

it('is kept in the audit of the change, and nowhere else', async () => {
  const { id } = await createLicenseKey(admin());
  const before = await get(id);
  const changed = await admin().put(`/api/keys/${id}`, { disabled: true, reason: REASON });
  expect([changed.status, changed.text]).toEqual([200, before.replace('"disabled":false', '"disabled":true')]);
  expect(await get(id)).toBe(changed.text);
  await admin().put(`/api/keys/${id}`, { disabled: false, reason: '' });
  await admin().put(`/api/keys/${id}`, { locked: true });
  const changes = await changesOf(id);
  expect(changes.map((change) => ['reason' in change, change.reason])).toEqual([
    [false, undefined],
    [false, undefined],
    [true, REASON],
    [false, undefined],
  ]);
  const csv = (await admin().get(`/api/audit/export?targetType=licenseKey&targetId=${id}`)).text.split('\n');
  expect(csv[0]).toMatch(/,before,after,reason$/);
  expect(csv[3]).toMatch(new RegExp(`,${REASON}$`));
  expect(csv[1]).toMatch(/,$/);
});

it('is no change by itself', async () => {
  const { id } = await createLicenseKey(admin());
  expect((await admin().put(`/api/keys/${id}`, { reason: REASON })).status).toBe(200);
  expect(await changesOf(id)).toHaveLength(1);
  for (const scope of ['keys:disable', 'keys:support'])
    expect((await (await clientWith(scope)).put(`/api/keys/${id}`, { reason: REASON })).status).toBe(400);
  const bulk = await admin().put('/api/keys', { ids: [id], change: {}, reason: REASON });
  expect([bulk.status, bulk.body.msg]).toEqual([400, expect.stringContaining('at least one field')]);
});

it('is in neither the audit nor an event where all that is sent is there already', async () => {
  const [uid, host] = [unique('same'), `${unique('same')}.example.com`];
  const url = 'https://example.com/';
  /** Where records are made, what only then is said of them, where they are changed, and what is said both times. */
  const records: [string, object, (record: { id: number }) => string, object][] = [
    ['/api/keys', {}, ({ id }) => `/api/keys/${id}`, { uid, pid: 1, note: 'Called', metadata: { a: 1, b: 'c' } }],
    ['/api/customers', {}, () => `/api/customers/${uid}`, { uid, name: 'Ada', metadata: { b: true } }],
    ['/api/products', { pid: 77 }, () => '/api/products/77', { name: 'Studio' }],
    ['/api/products/77/plans', { code: 'pro' }, () => '/api/products/77/plans/pro', { name: 'Pro', seats: 3 }],
    [
      '/api/products/77/releases',
      { version: '5.1' },
      ({ id }) => `/api/products/77/releases/${id}`,
      { url, channel: 'beta' },
    ],
    ['/api/links', {}, ({ id }) => `/api/link/${id}`, { url, title: 'Sale', maxVisits: 5 }],
    ['/api/domains', { host }, () => `/api/domains/${host}`, { rootUrl: url }],
    ['/api/api-keys', {}, ({ id }) => `/api/api-keys/${id}`, { name: uid, scopes: ['check'] }],
  ];
  const again: [string, object][] = [];
  for (const [path, once, at, said] of records) {
    const { status, body } = await admin().post(path, { ...once, ...said });
    expect([path, status]).toEqual([path, 201]);
    again.push([at(body), said]);
  }
  const latest = async () => (await admin().get('/api/audit?limit=1')).body;
  const countEvents = async () =>
    Number(((await runSql(scenario.database, 'SELECT COUNT(*) AS n FROM events')) as { n: number | string }[])[0].n);
  const [audited, events] = [await latest(), await countEvents()];
  for (const [path, body] of again) expect([path, (await admin().put(path, body)).status]).toEqual([path, 200]);
  expect(await latest()).toEqual(audited);
  expect(await countEvents()).toBe(events);
  // Its answer shows the record to somebody who may not read it.
  const [path, body] = again[0];
  await (await clientWith('keys:write')).put(path, body);
  expect(await latest()).toMatchObject([{ action: 'update', targetType: 'licenseKey' }]);
  await admin().put(path, { note: '' });
  // With that of the writer's API key.
  expect(await countEvents()).toBe(events + 2);
});

it.each(['keys:disable', 'keys:support'])('may be given with the scope %s', async (scope) => {
  const { id } = await createLicenseKey(admin());
  const answer = await (await clientWith(scope)).put(`/api/keys/${id}`, { disabled: true, reason: REASON });
  expect(answer.status).toBe(200);
  expect((await changesOf(id))[0]).toMatchObject({ reason: REASON, after: { disabled: true } });
});

it('tells why a logged check was refused', async () => {
  const { id } = await createLicenseKey(admin());
  await admin().put(`/api/keys/${id}`, { disabled: true, reason: REASON });
  await admin().post('/api/check', { id: String(id), pid: PRODUCT });
  await admin().put(`/api/keys/${id}`, { disabled: false, reason: 'paid again' });
  const [log] = (await admin().get(`/api/keys/${id}/logs`)).body as { id: number }[];
  const support = await clientWith('keys:read', 'logs:read');
  const { body } = await support.post('/api/check/explain', { log: log.id });
  expect(body.past).toMatchObject({
    setBy: { field: 'disabled', after: 'true', reason: REASON },
    changedSince: { field: 'disabled', after: 'false', reason: 'paid again' },
  });
});

it('goes with bulk changes, deletions and releases', async () => {
  const { id } = await createLicenseKey(admin(), { seats: 1 });
  const begun = await admin().put('/api/keys', { ids: [id], change: { status: false }, reason: REASON });
  expect(begun.body).toMatchObject({ change: { status: false }, reason: REASON });
  while ((await admin().get(`/api/keys/bulk/${begun.body.id}`)).body.state !== 'done') await sleep(50);
  expect((await changesOf(id))[0]).toMatchObject({ reason: REASON, after: { status: false } });

  await admin().put(`/api/keys/${id}`, { status: true });
  const encoded = encodeURIComponent(REASON);
  for (const path of [`/api/keys/${id}/devices/1?reason=${encoded}`, `/api/keys/${id}/devices?reason=${encoded}`]) {
    await admin().post('/api/check', { id: String(id), device: 'a' });
    const { id: device } = (await admin().get(`/api/keys/${id}/devices`)).body[0];
    expect((await admin().delete(path.replace('devices/1', `devices/${device}`))).status).toBe(200);
    expect((await changesOf(id))[0]).toMatchObject({ action: 'release', reason: REASON });
  }

  for (const query of ['?reason=&unknown=1', `?reason=${encoded}`]) {
    const key = await createLicenseKey(admin());
    expect((await admin().delete(`/api/keys/${key.id}${query}`)).status).toBe(200);
    expect((await changesOf(key.id))[0]).toMatchObject({ action: 'delete' });
    expect((await changesOf(key.id))[0].reason).toBe(query.includes(encoded) ? REASON : undefined);
  }
});

it.each([
  ['201 characters', 'x'.repeat(201)],
  ['a line end', 'a\nb'],
  ['a number', 7],
  ['null', null],
])('is refused as %s', async (_, reason) => {
  const { id } = await createLicenseKey(admin());
  const before = await get(id);
  const said = { msg: expect.stringContaining('reason must be text of 1 to 200 characters') };
  for (const [path, body] of [
    [`/api/keys/${id}`, { disabled: true, reason }],
    ['/api/keys', { ids: [id], change: { disabled: true }, reason }],
  ] as const) {
    const answer = await admin().put(path, body);
    expect([answer.status, answer.body]).toEqual([400, said]);
  }
  const query = typeof reason === 'string' ? `reason=${encodeURIComponent(reason)}` : 'reason=a&reason=b';
  const deletion = await admin().delete(`/api/keys/${id}?${query}`);
  expect([deletion.status, deletion.body]).toEqual([400, said]);
  expect(await get(id)).toBe(before);
});

it('takes 200 characters of any script, and goes when the customer is erased', async () => {
  const uid = unique('customer');
  const key = await createLicenseKey(admin(), { uid });
  const long = '🔑'.repeat(200);
  await admin().put(`/api/keys/${key.id}`, { disabled: true, reason: long });
  const exported = (await admin().get(`/api/customers/${uid}/export`)).body;
  expect(exported.licenseKeys[0].changes[0]).toMatchObject({ action: 'update', reason: long });
  expect((await admin().delete(`/api/customers/${uid}`)).status).toBe(200);
  expect((await changesOf(key.id)).map(({ reason }) => reason)).toEqual(expect.not.arrayContaining([long]));
  expect((await changesOf(key.id)).map(({ reason }) => reason)).toContain('erased');
});
