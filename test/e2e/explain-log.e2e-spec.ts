import { createApiKey } from '../support/api-keys';
import { logsOf, OTHER_PRODUCT, PRODUCT } from '../support/license-keys';
import { runSql } from '../support/run-sql';
import type { Scenario } from '../support/scenario';
import { type SeatClient, startSeats } from '../support/seats';

let scenario: Scenario;
let seats: SeatClient;
const admin = () => scenario.admin;

beforeAll(async () => {
  ({ scenario, seats } = await startSeats());
});
afterAll(() => scenario.close());

const explain = (body: object) => admin().post('/api/check/explain', body);
const newestLog = async (key: { id: number; key: string }) =>
  ((await logsOf(admin(), key))[0] as unknown as { id: number }).id;

it('tells who disabled the key of a refused check, and who enabled it since, beside what it would be answered now', async () => {
  const key = await seats.create({ seats: 2 });
  await seats.check(key, 'desk', { deviceName: 'Desk' });
  const shop = await createApiKey(admin(), ['keys:write']);
  await scenario.service.client(shop.secret).put(`/api/keys/${key.id}`, { disabled: true });
  await seats.check(key, 'desk', { pid: OTHER_PRODUCT, info: '4.2.0' });
  await admin().put(`/api/keys/${key.id}`, { disabled: false });
  const log = await newestLog(key);
  const before = JSON.stringify(await runSql(scenario.database, 'SELECT * FROM license_logs ORDER BY id'));
  const { status, body } = await explain({ log });
  expect(status).toBe(200);
  expect(body.past).toMatchObject({
    log,
    status: 'KEY DISABLED',
    address: '127.0.0.1',
    details: '4.2.0',
    product: OTHER_PRODUCT,
    deviceId: 1,
    deviceName: 'Desk',
    setBy: { by: shop.name, field: 'disabled', before: 'false', after: 'true' },
    changedSince: { field: 'disabled', after: 'false' },
    licenseKey: { product: PRODUCT, ip: '', status: true, disabled: true, seats: 2 },
    states: [{ state: 'valid' }, { state: 'disabled', by: shop.name }, { state: 'valid' }],
  });
  expect(body.past.rules.map(({ outcome }: { outcome: string }) => outcome).slice(0, 4)).toEqual([
    'passed',
    'passed',
    'refused',
    'notReached',
  ]);
  expect([body.status, body.seats, body.nextSteps]).toEqual(['INVALID PRODUCT', { of: 2, taken: 1 }, []]);
  expect(body.licenseKeyTag).toBe((await admin().get(`/api/keys/${key.id}`)).headers.etag);
  expect(JSON.stringify(await runSql(scenario.database, 'SELECT * FROM license_logs ORDER BY id'))).toBe(before);
});

it('offers what lets a device without a seat pass, and that does', async () => {
  const key = await seats.create({ seats: 1 });
  await seats.check(key, 'old', { deviceName: 'Old Mac' });
  await seats.check(key, 'new', { deviceName: 'Laptop' });
  const log = await newestLog(key);
  const { body } = await explain({ log });
  expect([body.status, body.past.status, body.past.deviceName]).toEqual(['NO SEAT', 'NO SEAT', 'Laptop']);
  expect(body.seatedDevices).toMatchObject([{ id: 1, name: 'Old Mac', hasSeat: true }]);
  expect(body.nextSteps).toMatchObject([
    { step: 'releaseDevice', deviceId: 1, deviceName: 'Old Mac' },
    { step: 'addSeat', seats: 2 },
  ]);
  await admin().delete(`/api/keys/${key.id}/devices/${body.nextSteps[0].deviceId}`);
  expect((await explain({ log })).body).toMatchObject({ status: 'AUTHORISED', nextSteps: [] });
  expect(await seats.check(key, 'new')).toMatchObject({ pass: true });
});

it('names the logs of the key before and after it', async () => {
  const key = await seats.create();
  const other = await seats.create();
  for (const each of [key, other, key, other, key]) await seats.check(each);
  const ids = (await logsOf(admin(), key)).map((log) => (log as unknown as { id: number }).id);
  const beside = [];
  for (const log of ids) beside.push((await explain({ log })).body.past);
  expect(beside.map(({ previous, next }) => [previous, next])).toEqual([
    [ids[1], undefined],
    [ids[2], ids[0]],
    [undefined, ids[1]],
  ]);
});

it('judges a listed device by its id, which must be one of the key', async () => {
  const key = await seats.create({ seats: 1 });
  await seats.check(key, 'desk');
  await seats.check(key, 'laptop');
  const verdictFor = async (deviceId: number) => (await explain({ id: key.id, deviceId })).body.status;
  expect([await verdictFor(1), await verdictFor(2)]).toEqual(['AUTHORISED', 'NO SEAT']);
  for (const wrong of [{ deviceId: 3 }, { deviceId: 1, id: 999_999 }]) {
    expect((await explain({ id: key.id, ...wrong })).body.msg).toMatch(/^deviceId must be the id of a device/);
  }
});

it('needs both scopes and a log that there is, and takes nothing else beside it', async () => {
  const key = await seats.create();
  await seats.check(key);
  const log = await newestLog(key);
  const { secret } = await createApiKey(admin(), ['keys:read']);
  const refused = await scenario.service.client(secret).post('/api/check/explain', { log });
  expect([refused.status, refused.body.msg]).toEqual([403, expect.stringContaining('"logs:read"')]);
  const unknown = await explain({ log: 999_999_999 });
  expect([unknown.status, unknown.body]).toEqual([
    404,
    { msg: 'There is no such log: it was deleted, or never written.' },
  ]);
  expect((await explain({ log, id: key.id })).body.msg).toMatch(/^log stands alone/);
  for (const wrong of ['1', -1, null, 1.5, [log], {}]) {
    expect((await explain({ log: wrong })).body.msg).toBe('log must be the id of a log record.');
  }
  expect((await explain({})).body.msg).toBe('No license key was supplied.');
  // Without `log`, the answer is what it was.
  expect(Object.keys((await explain({ id: key.id })).body)).not.toContain('nextSteps');
});
