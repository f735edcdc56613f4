import { logsOf } from '../support/license-keys';
import { runSql } from '../support/run-sql';
import type { Scenario } from '../support/scenario';
import { LEASE_MS, LEASE_SECONDS, startSeats, type SeatClient } from '../support/seats';

let scenario: Scenario;
let seats: SeatClient;
const admin = () => scenario.admin;

beforeAll(async () => {
  ({ scenario, seats } = await startSeats());
});
afterAll(() => scenario.close());

it('are called by what is to be seen of their names, and have none where nothing is', async () => {
  const key = await seats.create({ seats: 3 });
  await seats.check(key, 'a', { deviceName: "Anna's \u202epotpal\u202c\u200b" });
  await seats.check(key, 'b', { deviceName: '\u200b\u2060' });
  // What a device goes by is compared, not shown.
  await seats.check(key, 'b\u200b', { deviceName: 'Änne 山田 🙂' });
  const names = (await seats.devicesOf(key)).map(({ name }) => name);
  expect(names.toSorted()).toEqual(['', "Anna's potpal", 'Änne 山田 🙂'].toSorted());
});

describe('a release', () => {
  it('gives the seat to whoever comes next, and is answered alike when there is nothing to give', async () => {
    const key = await seats.create({ seats: 1 });
    await seats.check(key, 'a');
    const released = {
      status: 'RELEASED',
      pass: false,
      details: 'The seat was given back.',
      seats: { of: 1, taken: 0 },
    };
    expect(await seats.release(key, 'a')).toEqual(released);
    const nothing = { ...released, details: 'This device has no seat to give back.' };
    expect(await seats.release(key, 'a')).toEqual(nothing);
    expect(await seats.release(key, 'stranger')).toEqual(nothing);
    expect(await seats.check(key, 'b')).toMatchObject({ pass: true });
    // It is the device's own seat, and nobody else's.
    expect(await seats.release(key, 'a')).toEqual({ ...nothing, seats: { of: 1, taken: 1 } });
    expect((await logsOf(admin(), key)).filter(({ status }) => status === 'RELEASED')).toHaveLength(4);
  });

  it('remembers a thousand devices without a seat besides, however many its holder makes up', async () => {
    const [key, other] = [await seats.create({ seats: 1 }), await seats.create({ seats: 1 })];
    for (const each of [key, other]) {
      // The first has its seat all the time; the others were seen one after another, long ago.
      await seats.check(each, 'first');
      const rows = Array.from(
        { length: 1400 },
        (_, n) => `(${each.id}, ${n + 2}, '${each.id} ${n}', '', '', 0, 1, ${n})`,
      );
      const columns = 'key_id, id, hash, name, address, hasSeat, firstSeen, lastSeen, heldUntil';
      await runSql(scenario.database, `INSERT INTO devices (${columns}) VALUES ${rows.join().replaceAll(')', ', 0)')}`);
      await runSql(scenario.database, `UPDATE seat_counts SET lastDevice = 1401 WHERE key_id = ${each.id}`);
    }
    await scenario.admin.put(`/api/keys/${key.id}`, { seats: 2 });
    for (let made = 1402; made <= 1500; made++) {
      expect((await seats.check(key, `made up ${made}`)).pass).toBe(true);
      await seats.release(key, `made up ${made}`);
    }
    const rowsOf = (id: number) =>
      runSql(
        scenario.database,
        `SELECT COUNT(*) AS seated, MIN(id) AS first, (SELECT COUNT(*) FROM devices WHERE key_id = ${id} AND hasSeat = 0) AS others,
          (SELECT MIN(id) FROM devices WHERE key_id = ${id} AND hasSeat = 0) AS oldest FROM devices WHERE key_id = ${id} AND hasSeat = 1`,
      );
    const numbers = async (id: number) => Object.values(((await rowsOf(id)) as object[])[0]).map(Number);
    // The last one still had its seat when the others were counted.
    expect(await numbers(key.id)).toEqual([1, 1, 1003, 498]);
    expect(await numbers(other.id)).toEqual([1, 1, 1400, 2]);
  });

  it('says so when the license key counts no devices', async () => {
    const key = await seats.create();
    expect(await seats.release(key, 'a')).toEqual({
      status: 'RELEASED',
      pass: false,
      details: 'This license does not count devices: there is no seat to give back.',
    });
  });

  it.each([
    [{ disabled: true }, 'KEY DISABLED'],
    [{ expiresAt: 1_000_000_000_000 }, 'EXPIRED'],
  ])('of a license key that is %j changes nothing', async (changes, status) => {
    const key = await seats.create({ seats: 1 });
    await seats.check(key, 'a');
    await admin().put(`/api/keys/${key.id}`, changes);
    expect(await seats.release(key, 'a')).toMatchObject({ status, seats: { of: 1, taken: 1 } });
    expect(await seats.devicesOf(key)).toMatchObject([{ hasSeat: true }]);
  });

  it('of another license key, or of none, changes nothing', async () => {
    const [key, other] = [await seats.create({ seats: 1 }), await seats.create({ seats: 1 })];
    await seats.check(key, 'a');
    expect(await seats.release(other, 'a')).toMatchObject({ details: 'This device has no seat to give back.' });
    expect((await admin().post('/api/check/release', { id: 'nobody', device: 'a' })).body.status).toBe('NOT FOUND');
    expect((await admin().post('/api/check/release', { device: 'a' })).status).toBe(400);
    expect(await seats.devicesOf(key)).toMatchObject([{ hasSeat: true }]);
  });

  it('at the same moment as claims leaves no seat taken twice', async () => {
    const key = await seats.create({ seats: 3 });
    for (let round = 0; round < 5; round++) {
      const names = Array.from({ length: 12 }, (_, index) => `device ${index}`);
      await Promise.all(
        names.map((name, index) => (index % 3 === 0 ? seats.release(key, name) : seats.check(key, name))),
      );
      const seated = (await seats.devicesOf(key)).filter(({ hasSeat }) => hasSeat);
      expect(seated.length).toBeLessThanOrEqual(3);
      expect((await seats.check(key, 'late')).seats.taken).toBeGreaterThanOrEqual(seated.length);
      await seats.release(key, 'late');
    }
  });
});

describe('the devices of a license key', () => {
  it('are listed with what people know them by, newest seen first, page by page', async () => {
    const key = await seats.create({ seats: 5, leaseSeconds: LEASE_SECONDS });
    const listed = [];
    for (const [index, device] of ['a', 'b', 'c', 'd', 'e'].entries()) {
      await seats.check(key, device, { deviceName: `Device ${device}` });
      await seats.age(key, 1000 * (10 - index), index + 1);
    }
    await seats.release(key, 'e');
    let path: string | undefined = `/api/keys/${key.id}/devices?limit=2`;
    while (path !== undefined) {
      const { body, headers } = await admin().get(path);
      listed.push(...body);
      path = /<([^>]+)>; rel="next"/.exec(String(headers.link))?.[1];
    }
    expect(listed.map(({ id }) => id)).toEqual([4, 3, 2, 1, 5]);
    expect(Object.entries(listed[0])).toEqual([
      ['id', 4],
      ['name', 'Device d'],
      ['address', '127.0.0.1'],
      ['hasSeat', true],
      ['firstSeen', expect.any(Number)],
      ['lastSeen', expect.any(Number)],
      ['leaseUntil', listed[0].lastSeen + LEASE_MS],
    ]);
    expect(Object.keys(listed[4])).not.toContain('leaseUntil');
    expect((await admin().get(`/api/keys/${key.id}/devices?after=here`)).status).toBe(400);
  });

  it('are listed too when they are refused for want of a seat, until they get one', async () => {
    const key = await seats.create({ seats: 1 });
    await seats.check(key, 'a', { deviceName: 'Desk' });
    expect((await seats.check(key, 'b', { deviceName: 'Laptop' })).device).toBeUndefined();
    const [desk, laptop] = await seats.devicesOf(key);
    expect(laptop).toMatchObject({ id: 2, name: 'Laptop', hasSeat: false, firstSeen: 0, lastSeen: 0 });
    // By the service's clock, which may differ by a millisecond from this process's.
    expect(laptop.refusedAt).toBeGreaterThanOrEqual(desk.lastSeen);
    expect(desk.refusedAt).toBeUndefined();
    await seats.check(key, 'b');
    const [, again] = await seats.devicesOf(key);
    expect(again).toMatchObject({ id: 2, name: 'Laptop' });
    expect(again.refusedAt).toBeGreaterThan(laptop.refusedAt!);

    await seats.release(key, 'a');
    expect(await seats.check(key, 'b')).toMatchObject({ pass: true, device: { id: 2 } });
    await seats.check(key, 'a');
    const [seated, refused] = await seats.devicesOf(key);
    expect(seated).toMatchObject({ id: 2, hasSeat: true });
    expect(seated.firstSeen).toBeGreaterThan(again.refusedAt!);
    expect(seated.refusedAt).toBeUndefined();
    // It has passed before: that isn't forgotten.
    expect(refused).toMatchObject({ id: 1, name: 'Desk', firstSeen: desk.firstSeen, lastSeen: desk.lastSeen });
    expect(refused.refusedAt).toBeGreaterThan(desk.lastSeen);
  });

  it('that are refused are as many as a key remembers without a seat, however many its holder makes up', async () => {
    const key = await seats.create({ seats: 1 });
    await seats.check(key, 'a');
    for (let made = 0; made < 13; made++) {
      await Promise.all(Array.from({ length: 100 }, (_, index) => seats.check(key, `made up ${made} ${index}`)));
    }
    const sql = `SELECT COUNT(*) AS number, SUM(hasSeat) AS seated FROM devices WHERE key_id = ${key.id}`;
    const [rows] = (await runSql(scenario.database, sql)) as { number: unknown; seated: unknown }[];
    expect(Number(rows.seated)).toBe(1);
    expect(Number(rows.number)).toBeGreaterThan(1000);
    expect(Number(rows.number)).toBeLessThan(1250);
  });

  it('are released by an operator, one or all, which is audited', async () => {
    const key = await seats.create({ seats: 3 });
    for (const device of ['a', 'b', 'c']) await seats.check(key, device, { deviceName: device });
    const path = `/api/keys/${key.key}/devices`;
    expect((await admin().delete(`${path}/2`)).body).toMatchObject({ id: 2, name: 'b', hasSeat: false });
    expect((await admin().delete(`${path}/2`)).body).toMatchObject({ id: 2, hasSeat: false });
    expect((await admin().delete(path)).body).toEqual({ released: 2 });
    expect((await admin().delete(path)).body).toEqual({ released: 0 });
    expect(await seats.check(key, 'd')).toMatchObject({ seats: { of: 3, taken: 1 }, device: { id: 4 } });
    const audit = (await admin().get(`/api/audit?action=release&targetType=licenseKey&targetId=${key.id}`)).body;
    expect(audit).toMatchObject([
      { before: { seatsTaken: 2 }, after: { seatsTaken: 0 } },
      { before: { device: { id: 2, hasSeat: true } }, after: { device: { id: 2, hasSeat: false } } },
    ]);
  });

  it('are no release of anybody once their lease has run out, yet make room', async () => {
    const key = await seats.create({ seats: 3, leaseSeconds: LEASE_SECONDS });
    for (const device of ['a', 'b', 'c']) await seats.check(key, device);
    for (const device of [1, 2]) await seats.age(key, 60 * LEASE_MS, device);
    const path = `/api/keys/${key.key}/devices`;
    expect((await admin().delete(`${path}/1`)).body).toMatchObject({ id: 1, hasSeat: false });
    expect((await admin().delete(path)).body).toEqual({ released: 1 });
    expect((await admin().delete(path)).body).toEqual({ released: 0 });
    const { body } = await admin().get(`/api/audit?action=release&targetType=licenseKey&targetId=${key.id}`);
    expect(body).toMatchObject([{ before: { seatsTaken: 1 }, after: { seatsTaken: 0 } }]);
    expect(await seats.check(key, 'd')).toMatchObject({ seats: { of: 3, taken: 1 } });
  });

  it.each(['9', '0', 'x', '99999999999'])('are not found by the id %s', async (id) => {
    const key = await seats.create({ seats: 1 });
    const response = await admin().delete(`/api/keys/${key.id}/devices/${id}`);
    expect([response.status, response.body]).toEqual([
      404,
      { msg: 'The specified device was not found on this license key.' },
    ]);
    expect((await admin().get('/api/keys/99999999/devices')).status).toBe(404);
    expect((await admin().delete('/api/keys/99999999/devices')).status).toBe(404);
  });

  it('leave with their license key', async () => {
    const key = await seats.create({ seats: 1 });
    await seats.check(key, 'a');
    expect((await admin().delete(`/api/keys/${key.id}`)).status).toBe(200);
    for (const table of ['devices', 'seat_counts']) {
      expect(await runSql(scenario.database, `SELECT key_id FROM ${table} WHERE key_id = ${key.id}`)).toEqual([]);
    }
  });

  it('are stored as nobody can read or compare them', async () => {
    const [key, other] = [await seats.create({ seats: 1 }), await seats.create({ seats: 1 })];
    await seats.check(key, 'a device of my own');
    await seats.check(other, 'a device of my own');
    const rows = (await runSql(
      scenario.database,
      `SELECT * FROM devices WHERE key_id IN (${key.id}, ${other.id})`,
    )) as { hash: string }[];
    expect(JSON.stringify(rows)).not.toContain('a device of my own');
    expect(new Set(rows.map(({ hash }) => hash)).size).toBe(2);
  });
});
