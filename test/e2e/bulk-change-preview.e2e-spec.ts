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
  const { body } = await admin.put('/api/keys', { filter: { uid }, change: wanted });
  let done = body;
  while (done.state === 'running') {
    await sleep(50);
    done = (await admin.get(`/api/keys/bulk/${body.id}`)).body;
  }
  expect(done).toMatchObject({ state: 'done', change: wanted, changed: 3, failed: 1 });
  const ends = (await admin.get(`/api/keys?uid=${encodeURIComponent(uid)}`)).body.map(
    ({ expiresAt }: { expiresAt: number }) => expiresAt,
  );
  expect(ends).toEqual([EXPIRY + 30 * DAY_MS, EXPIRY, EXPIRY, LATEST]);
});
