import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from '../support/api-client';
import { createLicenseKey } from '../support/license-keys';
import { type Scenario, startScenario, unique } from '../support/scenario';

const DAY_MS = 86_400_000;
const EXPIRY = Date.UTC(2030, 0, 1);

let scenario: Scenario;
let admin: ApiClient;

beforeAll(async () => {
  scenario = await startScenario();
  admin = scenario.admin;
});
afterAll(() => scenario.close());

async function changeAll(request: object): Promise<{ state: string }> {
  let { body } = await admin.put('/api/keys', request);
  while (body.state === 'running') {
    await sleep(50);
    body = (await admin.get(`/api/keys/bulk/${body.id}`)).body;
  }
  return body;
}

it('says how many would change and why the others would not, and gives an end to those without one', async () => {
  const uid = unique('no end');
  const LATEST = Number.MAX_SAFE_INTEGER;
  for (const values of [{ expiresAt: EXPIRY }, {}, {}, { expiresAt: LATEST }])
    await createLicenseKey(admin, { uid, ...values });
  const preview = async (wanted: object) =>
    (await admin.put('/api/keys', { filter: { uid }, change: wanted, preview: true })).body;
  expect(await preview({ extendDays: 30 })).toMatchObject({
    matched: 4,
    changes: 1,
    kept: [
      { reason: 'noExpiry', count: 2 },
      { reason: 'outOfRange', count: 1 },
    ],
  });
  expect(await preview({ disabled: false })).toMatchObject({ changes: 0, kept: [{ reason: 'same', count: 4 }] });
  expect(await preview({ disabled: true })).toMatchObject({ changes: 4, kept: [] });
  const wanted = { extendDays: 30, expiresAtIfNone: EXPIRY };
  expect(await preview(wanted)).toMatchObject({ changes: 3, kept: [{ reason: 'outOfRange', count: 1 }] });
  const done = await changeAll({ filter: { uid }, change: wanted });
  expect(done).toMatchObject({ state: 'done', change: wanted, changed: 3, failed: 1 });
  const ends = (await admin.get(`/api/keys?uid=${encodeURIComponent(uid)}`)).body.map(
    ({ expiresAt }: { expiresAt: number }) => expiresAt,
  );
  expect(ends).toEqual([EXPIRY + 30 * DAY_MS, EXPIRY, EXPIRY, LATEST]);
});

it('says how many ids name no key, for which the change then fails', async () => {
  const [kept, deleted] = [await createLicenseKey(admin), await createLicenseKey(admin)];
  await admin.delete(`/api/keys/${deleted.id}`);
  const request = { ids: [kept.id, kept.id, deleted.id, 99_999], change: { note: 'z' } };
  const { body } = await admin.put('/api/keys', { ...request, preview: true });
  expect(body).toMatchObject({ matched: 1, changes: 1, kept: [{ reason: 'notFound', count: 2 }] });
  expect(await changeAll(request)).toMatchObject({ state: 'done', changed: 1, failed: 2 });
  const gone = await admin.put('/api/keys', { ids: [deleted.id], change: { note: 'z' }, preview: true });
  expect(gone.body).toMatchObject({ matched: 0, changes: 0, kept: [{ reason: 'notFound', count: 1 }] });
});

it('says what each key loses and gains by another plan, as it then comes', async () => {
  const uid = unique('moved');
  const plan = (values: object) => admin.post('/api/products/6/plans', values);
  await plan({
    code: 'free',
    name: 'Free',
    trial: true,
    duration: 'P14D',
    entitlements: { export: true, projects: 5 },
  });
  await plan({ code: 'pro', name: 'Pro', seats: 2, graceDays: 7, entitlements: { export: true, projects: 50 } });
  const tried = await createLicenseKey(admin, { uid, pid: 6, plan: 'free' });
  const own = await createLicenseKey(admin, { uid, pid: 6, seats: 3, entitlements: { sync: 'daily', export: false } });
  const request = { filter: { uid }, change: { plan: 'pro', entitlements: {} } };
  const { body } = await admin.put('/api/keys', { ...request, preview: true });
  expect(body).toMatchObject({ matched: 2, changes: 2, losing: 2, kept: [] });
  expect(body.examples.map(({ contents }: { contents: unknown }) => contents)).toEqual([
    [
      { term: 'seats', effect: 'loses', after: 2 },
      { term: 'graceDays', effect: 'gains', before: 0, after: 7 },
      { term: 'entitlements.projects', effect: 'gains', before: 5, after: 50 },
    ],
    [
      { term: 'graceDays', effect: 'gains', before: 0, after: 7 },
      { term: 'entitlements.sync', effect: 'loses', before: 'daily' },
      { term: 'entitlements.export', effect: 'gains', after: true },
      { term: 'entitlements.projects', effect: 'gains', after: 50 },
    ],
  ]);
  // The trial's end goes with its conversion.
  const [{ before, after }] = body.examples;
  expect([typeof before.expiresAt, after.expiresAt]).toEqual(['number', undefined]);
  expect(await changeAll(request)).toMatchObject({ state: 'done', changed: 2 });
  const contained = await Promise.all(
    [tried, own].map(async ({ id }) => (await admin.get(`/api/keys/${id}/entitlements`)).body),
  );
  expect(contained).toEqual([
    { export: true, projects: 50 },
    { export: true, projects: 50 },
  ]);
});
