import { createLicenseKey, logsOf, PRODUCT } from '../support/license-keys';
import { runSql } from '../support/run-sql';
import type { Scenario } from '../support/scenario';
import { LEASE_MS, LEASE_SECONDS, startSeats, type SeatClient } from '../support/seats';
import { Service } from '../support/service';
import { createMigratedDatabase } from '../support/test-database';

const DETAILS = 'Authorisation completed.';

let scenario: Scenario;
let seats: SeatClient;
const admin = () => scenario.admin;
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

beforeAll(async () => {
  ({ scenario, seats } = await startSeats({ TRUST_PROXY: '127.0.0.1' }));
});
afterAll(() => scenario.close());

describe('a check of a license key with seats', () => {
  it('takes a seat for each device, and has none for one too many', async () => {
    const key = await seats.create({ seats: 2 });
    const passed = { status: 'AUTHORISED', pass: true, details: DETAILS };
    expect(await seats.check(key, 'a')).toEqual({ ...passed, seats: { of: 2, taken: 1 }, device: { id: 1 } });
    expect(await seats.check(key, 'b')).toEqual({ ...passed, seats: { of: 2, taken: 2 }, device: { id: 2 } });
    expect(await seats.check(key, 'c')).toEqual({
      status: 'NO SEAT',
      pass: false,
      details: 'All 2 seats of this license are taken.',
      seats: { of: 2, taken: 2 },
    });
    expect(await seats.check(key, 'a')).toEqual({ ...passed, seats: { of: 2, taken: 2 }, device: { id: 1 } });
    expect((await logsOf(admin(), key)).map(({ status }) => status)).toEqual([
      'AUTHORISED',
      'NO SEAT',
      'AUTHORISED',
      'AUTHORISED',
    ]);
  });

  it('holds programs that name no device to so many addresses', async () => {
    const key = await seats.create({ seats: 1 });
    const checkFrom = async (address: string) =>
      (await admin().post('/api/check', { id: key.key }, from(address))).body;
    expect(await checkFrom('198.51.100.7')).toMatchObject({ status: 'AUTHORISED', device: { id: 1 } });
    expect(await checkFrom('198.51.100.8')).toMatchObject({
      status: 'NO SEAT',
      details: 'The only seat of this license is taken.',
    });
    expect(await checkFrom('198.51.100.7')).toMatchObject({ status: 'AUTHORISED', device: { id: 1 } });
    // An address that somebody calls their device is another device than the address.
    expect(await seats.check(key, '198.51.100.7')).toMatchObject({ status: 'NO SEAT' });
  });

  it('takes no seat, and renews none, unless it passes', async () => {
    const key = await seats.create({ seats: 1, leaseSeconds: LEASE_SECONDS });
    expect(await seats.check(key, 'a', { pid: PRODUCT + 1 })).toMatchObject({
      status: 'INVALID PRODUCT',
      seats: { of: 1, taken: 0 },
    });
    expect(await seats.devicesOf(key)).toEqual([]);
    await seats.check(key, 'a');
    await seats.age(key, LEASE_MS / 2);
    const [before] = await seats.devicesOf(key);
    expect(await seats.check(key, 'a', { pid: PRODUCT + 1 })).toMatchObject({ seats: { of: 1, taken: 1 } });
    await admin().put(`/api/keys/${key.id}`, { disabled: true });
    expect(await seats.check(key, 'a')).toMatchObject({ status: 'KEY DISABLED', seats: { of: 1, taken: 1 } });
    expect(await seats.devicesOf(key)).toEqual([before]);
  });

  it('takes device and deviceName from forms and the query too, and in every form of a check', async () => {
    const key = await seats.create({ seats: 4 });
    const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    const answers = [
      await admin().post(`/api/check/${key.id}?device=a&deviceName=Anna%27s+laptop`),
      await admin().post(`/api/check/${key.key}`, 'device=b&deviceName=B', form),
      await admin().post('/api/check/multiple', { id: key.key, proIds: [PRODUCT], device: 'c' }),
      await admin().post('/api/check', `id=${key.key}&device=d`, form),
    ];
    expect(answers.map(({ body }) => body.device?.id)).toEqual([1, 2, 3, 4]);
    const names = (await seats.devicesOf(key)).map(({ id, name }) => [id, name]);
    expect(names.toSorted()).toEqual([
      [1, "Anna's laptop"],
      [2, 'B'],
      [3, ''],
      [4, ''],
    ]);
  });

  it.each([
    ['device', ''],
    ['device', ' '],
    ['device', 'x'.repeat(192)],
    ['device', 17],
    ['device', ['a']],
    ['device', null],
    ['device', 'a\u0000b'],
    ['deviceName', ''],
    ['deviceName', 'x'.repeat(192)],
    ['deviceName', { name: 'a' }],
  ])('refuses %s %j, and changes nothing', async (field, value) => {
    const key = await seats.create({ seats: 1 });
    const response = await admin().post('/api/check', { id: key.key, [field]: value });
    expect([response.status, response.body]).toEqual([
      400,
      { msg: `${field} must be text of 1 to 191 characters, without control characters.` },
    ]);
    expect(await seats.devicesOf(key)).toEqual([]);
    expect(await logsOf(admin(), key)).toEqual([]);
  });

  it('gives as many devices a seat as there are, however many ask at once, and one device one', async () => {
    const key = await seats.create({ seats: 7 });
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => seats.check(key, `device ${index % 50}`)),
    );
    expect(answers.filter(({ pass }) => pass).map(({ device }) => device!.id)).toHaveLength(14);
    expect(new Set(answers.filter(({ pass }) => pass).map(({ device }) => device!.id)).size).toBe(7);
    const again = await Promise.all(Array.from({ length: 50 }, () => seats.check(key, 'device 0')));
    expect(new Set(again.map(({ device, status }) => `${device?.id} ${status}`)).size).toBe(1);
    const listed = await seats.devicesOf(key);
    expect([listed.length, listed.filter(({ hasSeat }) => hasSeat).length]).toEqual([50, 7]);
  });

  it('lets nobody in while more are seated than there are seats now', async () => {
    const key = await seats.create({ seats: 3 });
    for (const device of ['a', 'b', 'c']) await seats.check(key, device);
    await admin().put(`/api/keys/${key.id}`, { seats: 1 });
    expect(await seats.check(key, 'c')).toMatchObject({ pass: true, seats: { of: 1, taken: 3 } });
    expect(await seats.check(key, 'd')).toMatchObject({ status: 'NO SEAT', seats: { of: 1, taken: 3 } });
    await seats.release(key, 'a');
    await seats.release(key, 'b');
    expect(await seats.check(key, 'd')).toMatchObject({ status: 'NO SEAT', seats: { of: 1, taken: 1 } });
    await seats.release(key, 'c');
    expect(await seats.check(key, 'd')).toMatchObject({ pass: true, seats: { of: 1, taken: 1 } });
  });

  it('forgets the devices when the limit is taken away', async () => {
    const key = await seats.create({ seats: 1 });
    await seats.check(key, 'a');
    await admin().put(`/api/keys/${key.id}`, { seats: 0 });
    const { seats: limit, ...plain } = (await admin().get(`/api/keys/${key.id}`)).body;
    expect([limit, plain.id]).toEqual([undefined, key.id]);
    expect(await seats.check(key, 'b')).toEqual({ status: 'AUTHORISED', pass: true, details: DETAILS });
    await admin().put(`/api/keys/${key.id}`, { seats: 1 });
    expect(await seats.devicesOf(key)).toEqual([]);
    expect(await seats.check(key, 'b')).toMatchObject({ pass: true, seats: { of: 1, taken: 1 } });
  });
});

describe('a lease', () => {
  it('lasts to the millisecond from the last check, and its seat is free then', async () => {
    const key = await seats.create({ seats: 1, leaseSeconds: LEASE_SECONDS });
    const before = Date.now();
    const { device } = await seats.check(key, 'a');
    // The service's clock counts fractions of milliseconds, and may be one behind.
    expect(device!.leaseUntil).toBeGreaterThanOrEqual(before + LEASE_MS - 1);
    expect(device!.leaseUntil).toBeLessThanOrEqual(Date.now() + LEASE_MS);
    expect(await seats.check(key, 'b')).toMatchObject({ status: 'NO SEAT', freeAt: device!.leaseUntil });
    await seats.age(key, LEASE_MS);
    expect(await seats.check(key, 'b')).toMatchObject({ pass: true, seats: { of: 1, taken: 1 }, device: { id: 2 } });
    // A late one comes back when there is room, and as the device that it was.
    expect(await seats.check(key, 'a')).toMatchObject({ status: 'NO SEAT', seats: { of: 1, taken: 1 } });
    await seats.release(key, 'b');
    expect(await seats.check(key, 'a')).toMatchObject({ pass: true, device: { id: 1 } });
  });

  it('that has run out counts no more, and a check renews it when nobody has taken the seat', async () => {
    const key = await seats.create({ seats: 3, leaseSeconds: LEASE_SECONDS });
    for (const device of ['a', 'b', 'c']) await seats.check(key, device);
    await seats.age(key, LEASE_MS, 1);
    await seats.age(key, LEASE_MS, 2);
    expect((await seats.devicesOf(key)).map(({ id, hasSeat }) => [id, hasSeat])).toEqual([
      [3, true],
      [2, false],
      [1, false],
    ]);
    expect(await seats.check(key, 'c')).toMatchObject({ seats: { of: 3, taken: 1 } });
    expect(await seats.check(key, 'a')).toMatchObject({ pass: true, seats: { of: 3, taken: 2 }, device: { id: 1 } });
  });

  it('tells when the first one runs out that keeps others out', async () => {
    const key = await seats.create({ seats: 3, leaseSeconds: LEASE_SECONDS });
    for (const device of ['a', 'b', 'c']) await seats.check(key, device);
    await seats.age(key, 20_000, 2);
    await seats.age(key, 10_000, 3);
    const devices = await seats.devicesOf(key);
    const endOf = (id: number) => devices.find((device) => device.id === id)!.leaseUntil;
    expect(await seats.check(key, 'd')).toMatchObject({ status: 'NO SEAT', freeAt: endOf(2) });
    await admin().put(`/api/keys/${key.id}`, { seats: 2 });
    expect(await seats.check(key, 'd')).toMatchObject({ status: 'NO SEAT', freeAt: endOf(3) });
    await seats.check(key, 'c');
    expect((await seats.check(key, 'd')).freeAt).toBe(endOf(1));
  });
});

describe('an outage', () => {
  it('is no lease for a seat that an offline license alone held, soon after the first start of the service', async () => {
    const database = await createMigratedDatabase();
    let service = await Service.start({ DATABASE_URL: database.url });
    try {
      const key = await createLicenseKey(service.client(), { seats: 1, leaseSeconds: LEASE_SECONDS });
      const ask = async (device: string) => (await service.client().post('/api/check', { id: key.key, device })).body;
      await ask('stick');
      await service.stop();
      // As a license leaves it that has ended; and the service was never there before.
      await runSql(database, 'UPDATE devices SET lastSeen = 0, heldUntil = 1');
      await runSql(database, 'DELETE FROM service_periods');
      await runSql(database, `INSERT INTO service_periods (startedAt, endedAt) VALUES (${Date.now()}, ${Date.now()})`);
      service = await Service.start({ DATABASE_URL: database.url });
      expect(await ask('laptop')).toMatchObject({ pass: true, seats: { of: 1, taken: 1 } });
    } finally {
      await service.stop();
      await database.drop();
    }
  });

  it('costs no device its seat, however long it was, and prolongs no lease that had run out before', async () => {
    const database = await createMigratedDatabase();
    const HOUR_MS = 3_600_000;
    let service = await Service.start({ DATABASE_URL: database.url });
    try {
      const key = await createLicenseKey(service.client(), { seats: 2, leaseSeconds: LEASE_SECONDS });
      const ask = async (device: string) => (await service.client().post('/api/check', { id: key.key, device })).body;
      await ask('a');
      await ask('b');
      await service.stop();
      // As if it had been an hour ago, and device b had been lost long before.
      await runSql(database, `UPDATE devices SET lastSeen = lastSeen - ${HOUR_MS} - (id - 1) * ${2 * LEASE_MS}`);
      await runSql(database, 'DELETE FROM service_periods');
      const ended = Date.now() - HOUR_MS;
      await runSql(database, `INSERT INTO service_periods (startedAt, endedAt) VALUES (0, ${ended})`);
      const before = Date.now();
      service = await Service.start({ DATABASE_URL: database.url });
      const [first, second] = (await service.client().get(`/api/keys/${key.id}/devices`)).body;
      expect([first.id, first.hasSeat, second.id, second.hasSeat]).toEqual([1, true, 2, false]);
      expect(first.leaseUntil).toBeGreaterThanOrEqual(before + LEASE_MS);
      expect(first.leaseUntil).toBeLessThanOrEqual(Date.now() + LEASE_MS);
      expect(await ask('c')).toMatchObject({ pass: true, seats: { of: 2, taken: 2 } });
      expect(await ask('d')).toMatchObject({ status: 'NO SEAT', freeAt: first.leaseUntil });
      expect(await ask('a')).toMatchObject({ pass: true, device: { id: 1 } });
    } finally {
      await service.stop();
      await database.drop();
    }
  });
});
