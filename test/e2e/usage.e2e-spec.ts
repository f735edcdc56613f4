import { createApiKey } from '../support/api-keys';
import { insertLogs } from '../support/many-logs';
import { openBeside } from '../support/open-beside';
import type { Scenario } from '../support/scenario';
import { type SeatClient, startSeats } from '../support/seats';

let scenario: Scenario;
let seats: SeatClient;
const admin = () => scenario.admin;

beforeAll(async () => {
  ({ scenario, seats } = await startSeats());
});
afterAll(() => scenario.close());

describe('the usage of a license key', () => {
  it('has its devices with their checks by day, also one that was refused, and where they came from', async () => {
    const key = await seats.create({ seats: 1, uid: 'anna' });
    await seats.check(key, 'desk', { deviceName: 'Desk', info: '4.2.0 Windows' });
    await seats.check(key, 'desk');
    await seats.check(key, 'laptop', { deviceName: 'Laptop' });
    const { status, body } = await admin().get(`/api/keys/${key.id}/usage?days=7&tz=Europe/Berlin`);
    expect(status).toBe(200);
    expect([body.days.length, body.complete, body.since, body.passed, body.refused]).toEqual([
      7,
      true,
      undefined,
      2,
      1,
    ]);
    expect(body.devices).toMatchObject([
      { key: key.id, id: 2, name: 'Laptop', hasSeat: false, passed: 0, refused: 1 },
      { key: key.id, id: 1, name: 'Desk', hasSeat: true, passed: 2, refused: 0, days: [{ passed: 2, refused: 0 }] },
    ]);
    expect(body.addresses).toMatchObject([{ address: '127.0.0.1', addresses: 1, checks: 3 }]);

    const other = await seats.create({ uid: 'anna' });
    await seats.check(other);
    const hers = (await admin().get('/api/customers/anna/usage')).body;
    expect([hers.days.length, hers.passed, hers.refused]).toEqual([90, 3, 1]);
    expect(hers.devices.map(({ key: of, id }: { key: number; id?: number }) => [of, id])).toEqual([
      [key.id, 2],
      [key.id, 1],
      [other.id, undefined],
    ]);
    expect((await admin().get('/api/customers/nobody/usage')).body).toMatchObject({ devices: [], complete: true });
  });

  it('has the seats that a license key has from its plan', async () => {
    await admin().post('/api/products/6/plans', { code: 'duo', name: 'Duo', seats: 2 });
    const key = await seats.create({ uid: 'berta', pid: 6, plan: 'duo' });
    await seats.check(key, 'desk', { deviceName: 'Desk' });
    const { body } = await admin().get('/api/customers/berta/usage');
    expect(body.devices).toMatchObject([{ key: key.id, name: 'Desk', hasSeat: true, passed: 1 }]);
  });

  it('hides names from callers who may see logs, but no keys', async () => {
    const key = await seats.create({ seats: 1 });
    await seats.check(key, 'desk', { deviceName: 'Desk' });
    const { secret } = await createApiKey(admin(), ['logs:read']);
    const { status, body, text } = await scenario.service.client(secret).get(`/api/keys/${key.id}/usage`);
    expect([status, body.devices.length, text.includes('Desk')]).toEqual([200, 1, false]);
    const other = await createApiKey(admin(), ['keys:read']);
    expect((await scenario.service.client(other.secret).get(`/api/keys/${key.id}/usage`)).status).toBe(403);
  });

  it('is counted back as far as is bearable, and says how far that is', async () => {
    const key = await seats.create();
    const now = Date.now();
    const logs = Array.from({ length: 21_000 }, (_, n) => ({
      keyId: key.id,
      timeAt: now - (21_000 - n) * 1000,
      ip: '192.0.2.1',
      details: '',
      status: 'AUTHORISED',
    }));
    const beside = await openBeside(scenario.database);
    try {
      await insertLogs(beside, logs);
    } finally {
      await beside.destroy();
    }
    const { body } = await admin().get(`/api/keys/${key.id}/usage`);
    expect(body.complete).toBe(false);
    // Fewer if the machine is slow.
    expect(body.passed).toBeLessThanOrEqual(20_000);
    expect(body.since).toBe(now - body.passed * 1000);
  });

  it.each([
    ['days=0', 'days must be an integer from 1 to 90.'],
    ['days=91', 'days must be an integer from 1 to 90.'],
    ['tz=Berlin', 'tz must be the name of a time zone, such as Europe/Berlin.'],
    ['tz=', 'tz must be the name of a time zone, such as Europe/Berlin.'],
    [`tz=${'x'.repeat(5000)}`, 'tz must be the name of a time zone, such as Europe/Berlin.'],
    ['tz=UTC&tz=UTC', 'tz must be the name of a time zone, such as Europe/Berlin.'],
  ])('refuses ?%s', async (query, msg) => {
    const key = await seats.create();
    const response = await admin().get(`/api/keys/${key.id}/usage?${query}`);
    expect([response.status, response.body]).toEqual([400, { msg }]);
    expect((await admin().get('/api/keys/99999999/usage')).status).toBe(404);
  });
});
