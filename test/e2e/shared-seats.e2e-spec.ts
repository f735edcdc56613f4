import { setTimeout as sleep } from 'node:timers/promises';
import type { QueryRunner } from 'typeorm';
import type { CreatedLicenseKey } from '../support/license-keys';
import { openBeside } from '../support/open-beside';
import { runSql } from '../support/run-sql';
import type { Scenario } from '../support/scenario';
import {
  LEASE_MS,
  LEASE_SECONDS,
  type ListedDevice,
  type SeatAnswer,
  type SeatClient,
  startSeats,
} from '../support/seats';
import { Service } from '../support/service';
import { SigningDesk } from '../support/signing';
import { onEmbedded } from '../support/test-database';
import { describeIf } from '../support/skipping';

const DAY_MS = 86_400_000;

let scenario: Scenario;
let seats: SeatClient;
let other: Service;

beforeAll(async () => {
  ({ scenario, seats } = await startSeats(SigningDesk.environment));
  other = await Service.start({ DATABASE_URL: scenario.database.url, ...SigningDesk.environment });
});
afterAll(async () => {
  await other.stop();
  await scenario.close();
});

/** Asks either instance in turn. */
async function ask(path: string, { key }: CreatedLicenseKey, device: string, turn: number): Promise<SeatAnswer> {
  const client = turn % 2 === 0 ? scenario.admin : other.client();
  return (await client.post(path, { id: key, device, deviceName: device })).body as SeatAnswer;
}

const seatedOf = async (key: CreatedLicenseKey): Promise<string[]> =>
  (await seats.devicesOf(key)).filter(({ hasSeat }) => hasSeat).map(({ name }) => name);

describe('two instances', () => {
  it('give seats to as many devices as there are, and to those whom they told so', async () => {
    const key = await seats.create({ seats: 7 });
    const devices = Array.from({ length: 60 }, (_, index) => `device ${index}`);
    const answers = await Promise.all(devices.map((device, index) => ask('/api/check', key, device, index)));
    const passed = devices.filter((_, index) => answers[index].pass);
    expect(passed).toHaveLength(7);
    expect((await seatedOf(key)).toSorted()).toEqual(passed.toSorted());
  });

  it('never have more devices in than there are seats while devices come and go', async () => {
    const key = await seats.create({ seats: 3 });
    const inside = new Set<string>();
    let most = 0;
    const comeAndGo = async (device: string, turn: number): Promise<void> => {
      for (let round = 0; round < 6; round++) {
        const { pass } = await ask('/api/check', key, device, turn + round);
        if (pass) {
          most = Math.max(most, inside.add(device).size);
          // Until it says that it goes, it stays, whoever else asks.
          expect((await ask('/api/check', key, device, turn + round + 1)).pass).toBe(true);
          inside.delete(device);
        }
        await ask('/api/check/release', key, device, turn + round + 1);
      }
    };
    await Promise.all(Array.from({ length: 16 }, (_, index) => comeAndGo(`device ${index}`, index)));
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(3);
    expect(await seatedOf(key)).toEqual([]);
  });
});

/** Has somebody hold the row of a license key until all of these wait for it, which they do in this order. */
async function inLine({ id }: CreatedLicenseKey, requests: readonly (() => Promise<unknown>)[]): Promise<unknown[]> {
  const holder = await openBeside(scenario.database);
  const runner = holder.createQueryRunner();
  await runner.startTransaction();
  await runner.query('SELECT id FROM license_keys WHERE id = ? FOR UPDATE', [id]);
  const answers: Promise<unknown>[] = [];
  for (const request of requests) {
    answers.push(request());
    while ((await waiting(runner)) < answers.length) await new Promise(setImmediate);
  }
  await runner.commitTransaction();
  await runner.release();
  await holder.destroy();
  return Promise.all(answers);
}

/** How many of the others on this database have a license key in hand. */
async function waiting(runner: QueryRunner): Promise<number> {
  const [{ count }] = (await runner.query(
    `SELECT COUNT(*) AS count FROM information_schema.processlist
      WHERE db = DATABASE() AND id <> CONNECTION_ID() AND info LIKE '%license_keys%' AND command <> 'Sleep'`,
  )) as { count: string }[];
  return Number(count);
}

// The embedded database does one thing after the other.
describeIf(!onEmbedded(), 'needs a server')('a license key whose seats are taken away', () => {
  it.each([
    ['of its first device', []],
    ['of another device, when the first has given its seat back', ['gone']],
  ])('in the moment of the first check %s has no device afterwards', async (_, released) => {
    const key = await seats.create({ seats: 2 });
    for (const device of released) {
      await seats.check(key, device);
      await seats.release(key, device);
    }
    const [{ status }, answer] = (await inLine(key, [
      () => other.client().put(`/api/keys/${key.id}`, { seats: 0 }),
      () => seats.check(key, 'new'),
    ])) as [{ status: number }, SeatAnswer];
    expect([status, answer.pass, answer.seats, answer.device]).toEqual([200, true, undefined, undefined]);
    expect(await seats.devicesOf(key)).toEqual([]);
    // With seats again, none of them is taken.
    await scenario.admin.put(`/api/keys/${key.id}`, { seats: 1 });
    expect(await seats.check(key, 'later')).toMatchObject({ pass: true, seats: { of: 1, taken: 1 } });
  });
});

describeIf(!onEmbedded(), 'needs a server')('the first check of a device in the moment in which', () => {
  it('seats is lowered gets none that is no longer there', async () => {
    const key = await seats.create({ seats: 2 });
    await seats.check(key, 'first');
    const [{ status }, answer] = (await inLine(key, [
      () => other.client().put(`/api/keys/${key.id}`, { seats: 1 }),
      () => seats.check(key, 'second'),
    ])) as [{ status: number }, SeatAnswer];
    expect([status, answer.status, answer.seats]).toEqual([200, 'NO SEAT', { of: 1, taken: 1 }]);
    expect(await seatedOf(key)).toHaveLength(1);
  });

  it('leaseSeconds is raised gets none whose lease has not run out by then', async () => {
    const key = await seats.create({ seats: 1, leaseSeconds: LEASE_SECONDS });
    await seats.check(key, 'first');
    await seats.age(key, 1.5 * LEASE_MS);
    const [{ status }, answer] = (await inLine(key, [
      () => other.client().put(`/api/keys/${key.id}`, { leaseSeconds: 2 * LEASE_SECONDS }),
      () => seats.check(key, 'second'),
    ])) as [{ status: number }, SeatAnswer];
    expect([status, answer.status, answer.seats]).toEqual([200, 'NO SEAT', { of: 1, taken: 1 }]);
    expect(await seats.check(key, 'first')).toMatchObject({ pass: true, device: { id: 1 } });
  });
});

describeIf(!onEmbedded(), 'needs a server')(
  'a device that gives its seat back in the moment of an offline license for it',
  () => {
    it('keeps the seat until the license ends', async () => {
      await scenario.admin.post('/api/signing', { issuer: 'shop' });
      const key = await seats.create({ seats: 1 });
      await seats.check(key, 'laptop');
      const [{ status }, { body: release }] = (await inLine(key, [
        () => scenario.admin.post(`/api/keys/${key.id}/license`, { device: 'laptop' }),
        () => other.client().post('/api/check/release', { id: key.key, device: 'laptop' }),
      ])) as [{ status: number }, { body: { details: string } }];
      expect([status, release.details]).toEqual([
        201,
        expect.stringMatching(/^An offline license holds this seat until /),
      ]);
      expect(await seats.devicesOf(key)).toMatchObject([{ hasSeat: true }]);
      expect(await seats.check(key, 'another')).toMatchObject({ pass: false, status: 'NO SEAT' });
    });
  },
);

describe('DEVICE_RETENTION_DAYS', () => {
  it('forgets devices that were released, or whose lease has run out, and none that has a seat', async () => {
    const unleased = await seats.create({ seats: 3 });
    const leased = await seats.create({ seats: 3, leaseSeconds: LEASE_SECONDS });
    for (const device of ['released', 'released lately', 'seated'])
      await seats.check(unleased, device, { deviceName: device });
    for (const device of ['lapsed', 'seen']) await seats.check(leased, device, { deviceName: device });
    await seats.release(unleased, 'released');
    await seats.release(unleased, 'released lately');
    // One day more than the retention for all but those seen lately.
    await seats.age(unleased, 8 * DAY_MS, 1);
    await seats.age(unleased, 6 * DAY_MS, 2);
    await seats.age(unleased, 8 * DAY_MS, 3);
    await seats.age(leased, 8 * DAY_MS, 1);
    // As offline licenses leave devices that have ended lately, or long ago.
    const licensed = await seats.create({ seats: 3 });
    for (const device of ['ended', 'ended lately']) await seats.check(licensed, device, { deviceName: device });
    await seats.age(licensed, 20 * DAY_MS);
    for (const [id, days] of [8, 6].entries()) {
      const heldUntil = Date.now() - days * DAY_MS;
      await runSql(
        scenario.database,
        `UPDATE devices SET lastSeen = 0, heldUntil = ${heldUntil} WHERE key_id = ${licensed.id} AND id = ${id + 1}`,
      );
    }
    const purging = await Service.start({ DATABASE_URL: scenario.database.url, DEVICE_RETENTION_DAYS: '7' });
    try {
      const names = async (key: CreatedLicenseKey) =>
        (await seats.devicesOf(key)).map(({ name }: ListedDevice) => name);
      while ((await names(leased)).length > 1 || (await names(unleased)).length > 2) await sleep(50);
      while ((await names(licensed)).length > 1) await sleep(50);
      expect(await names(unleased)).toEqual(['seated', 'released lately']);
      expect(await names(licensed)).toEqual(['ended lately']);
      expect(await names(leased)).toEqual(['seen']);
      // The seat of the device that was forgotten is counted no more.
      const [{ taken }] = (await runSql(
        scenario.database,
        `SELECT taken FROM seat_counts WHERE key_id = ${leased.id}`,
      )) as { taken: number }[];
      expect(taken).toBe(1);
    } finally {
      expect(await purging.stop()).toBe(0);
    }
  });
});
