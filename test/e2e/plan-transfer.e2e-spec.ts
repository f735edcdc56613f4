import { createLicenseKey, PRODUCT } from '../support/license-keys';
import { type Scenario, startScenario, unique } from '../support/scenario';

let scenario: Scenario;
const admin = () => scenario.admin;
const read = async ({ id }: { id: number }) => (await admin().get(`/api/keys/${id}`)).body;

beforeAll(async () => {
  scenario = await startScenario();
});
afterAll(() => scenario.close());

it.each([
  ['csv', 'text/csv'],
  ['ndjson', 'application/x-ndjson'],
])('a license key keeps its plan and terms of its own through an export and an import: %s', async (format, type) => {
  const plan = unique('plan');
  const fields = { code: plan, name: 'A plan', duration: 'P1M', starts: 'firstCheck' };
  await admin().post(`/api/products/${PRODUCT}/plans`, fields);
  const own = {
    seats: 3,
    leaseSeconds: 120,
    graceDays: 2,
    entitlements: { projects: 5, sync: false },
    meters: { exports: { limit: 9, period: 'total', overage: 10 } },
    expiresAt: 2_000_000_000_000,
    updatesUntil: 1_990_000_000_000,
  };
  const keys = [await createLicenseKey(admin(), { plan, ...own }), await createLicenseKey(admin(), { plan })];
  const before = await Promise.all(keys.map(read));
  expect(before).toMatchObject([
    { plan, ...own },
    { plan, starts: 'firstCheck' },
  ]);
  const lines = (await admin().get(`/api/keys/export?format=${format}`)).text.split('\n');
  const rows = lines.filter(
    (line, index) => (index === 0 && format === 'csv') || keys.some(({ key }) => line.includes(key)),
  );
  for (const { id } of keys) await admin().delete(`/api/keys/${id}`);
  const send = async (text: string) =>
    (await admin().post('/api/keys/import', text, { headers: { 'content-type': type } })).text;
  expect(await send(rows.join('\n'))).toContain('"created":2');
  for (const [index, { id: _former, ...rest }] of before.entries())
    expect((await admin().get(`/api/keys/${keys[index].key}`)).body).toEqual({ id: expect.any(Number), ...rest });
  for (const { key } of keys) await admin().delete(`/api/keys/${key}`);
  expect(await send(rows.join('\n').replaceAll(plan, 'none'))).toContain(
    `plan: product ${PRODUCT} has no plan \\"none\\".`,
  );
});
