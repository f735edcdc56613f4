import { setTimeout as sleep } from 'node:timers/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { built, withModule } from '../support/built';
import { keylink } from '../support/command-line';
import { createLicenseKey } from '../support/license-keys';
import { startScenario } from '../support/scenario';

const { EventsRepository } = built(
  'platform/events/events.repository',
) as typeof import('../../src/platform/events/events.repository');
const { EventNumbering } = built(
  'platform/events/event-numbering',
) as typeof import('../../src/platform/events/event-numbering');
const { ExpiryModule } = built(
  'licensing/expiry/expiry.module',
) as typeof import('../../src/licensing/expiry/expiry.module');
const { ExpiryJob } = built('licensing/expiry/expiry-job') as typeof import('../../src/licensing/expiry/expiry-job');
const { LicenseKeysService } = built(
  'licensing/license-keys/license-keys.service',
) as typeof import('../../src/licensing/license-keys/license-keys.service');
const { LicenseKeyRenewalService } = built(
  'licensing/license-keys/license-key-renewal.service',
) as typeof import('../../src/licensing/license-keys/license-key-renewal.service');

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const NOW = Date.UTC(2031, 4, 1, 12);
const ACTOR = { apiKeyId: null, ownerId: -1, name: 'test', address: '', requestId: '' };
const GOES_ON = new AbortController().signal;

interface TellsOfEnd {
  readonly licenseKey: { readonly id: number; readonly expiresAt: number };
  readonly days?: number;
  readonly graceUntil?: number;
}

/** Keys with an end, and the job with a clock that the test moves. */
class Ends {
  private last = 0;

  constructor(private readonly providers: INestApplicationContext) {}

  async create(expiresAt: number): Promise<number> {
    return (await this.createMany(1, expiresAt))[0];
  }

  async createMany(count: number, expiresAt: number, graceDays?: number): Promise<number[]> {
    const bodies = Array.from({ length: count }, () => ({ uid: 'ann', pid: 6, expiresAt, graceDays }));
    const { licenseKeys } = await this.providers.get(LicenseKeysService).createMany(bodies, ACTOR, undefined);
    return licenseKeys.map(({ id }) => id);
  }

  async move(id: number, expiresAt: number): Promise<void> {
    await this.providers.get(LicenseKeysService).update(String(id), { expiresAt }, ACTOR);
  }

  async remove(id: number): Promise<void> {
    await this.providers.get(LicenseKeysService).delete(String(id), ACTOR);
  }

  async renew(id: number): Promise<void> {
    await this.providers
      .get(LicenseKeyRenewalService)
      .renew(String(id), { duration: 'P1M' }, ACTOR, { mayRead: true }, undefined);
  }

  advance(now: number): Promise<void> {
    return this.providers.get(ExpiryJob).advance(now, GOES_ON);
  }

  /** What has been told of ends since the last call: license key, days before the end. */
  async told(): Promise<[id: number, days: number][]> {
    const events = await this.events();
    return events.map(({ type, targetId, uid, data: { days = 0, licenseKey } }) => {
      const isWrong = uid !== 'ann' || licenseKey.id !== targetId;
      if (isWrong || type !== `licenseKey.${days > 0 ? 'expiring' : 'expired'}`) throw new Error(type);
      return [licenseKey.id, days];
    });
  }

  async events() {
    while (await this.providers.get(EventNumbering).advance());
    const { events } = await this.providers.get(EventsRepository).findAfter(this.last, 5000);
    this.last = events.at(-1)?.position ?? this.last;
    return events
      .filter(({ type }) => type.startsWith('licenseKey.expir'))
      .map(({ type, targetId, uid, data }) => ({ type, targetId, uid, data: JSON.parse(data!) as TellsOfEnd }));
  }
}

const withEnds = (work: (ends: Ends) => Promise<void>): Promise<void> =>
  withModule(ExpiryModule, {}, (providers) => work(new Ends(providers)));

it('tells 30, 7 and 1 days before the end, and of the end, once each', () =>
  withEnds(async (ends) => {
    await ends.advance(NOW);
    const id = await ends.create(NOW + 40 * DAY);
    const days: [number, number][] = [];
    const eachDay = Array.from({ length: 42 }, (_, day) => day);
    const shortlyBefore = [10, 33, 39, 40].flatMap((day) => [day - 0.5, day - 0.25]);
    for (const day of [...eachDay, ...shortlyBefore].toSorted((a, b) => a - b)) {
      const now = NOW + day * DAY;
      await ends.advance(now);
      await ends.advance(now + 1);
      for (const [target, left] of await ends.told()) {
        expect(target).toBe(id);
        days.push([left, day]);
      }
    }
    expect(days).toEqual([
      [30, 10],
      [7, 33],
      [1, 39],
      [0, 40],
    ]);
  }));

it('tells the end of the grace with that of the key', () =>
  withEnds(async (ends) => {
    await ends.advance(NOW);
    const expiresAt = NOW + 10 * DAY;
    await ends.createMany(1, expiresAt, 5);
    for (const day of [3, 9, 10]) await ends.advance(NOW + day * DAY);
    const told = (await ends.events()).map(({ data }) => [data.days, data.licenseKey.expiresAt, data.graceUntil]);
    expect(told).toEqual([7, 1, undefined].map((days) => [days, expiresAt, expiresAt + 5 * DAY]));
  }));

it('tells after 48 hours of standstill what fell into them, and nothing from before the first start', () =>
  withEnds(async (ends) => {
    await ends.create(NOW - DAY);
    const ended = await ends.create(NOW + DAY);
    const soon = await ends.create(NOW + 8 * DAY);
    await ends.advance(NOW);
    expect(await ends.told()).toEqual([[ended, 1]]);
    await ends.advance(NOW + 2 * DAY);
    expect(await ends.told()).toEqual([
      [soon, 7],
      [ended, 0],
    ]);
  }));

it('tells again of a new value, and at once of a license key that is ended now', () =>
  withEnds(async (ends) => {
    await ends.advance(NOW);
    const id = await ends.create(NOW + MINUTE);
    await ends.advance(NOW + 2 * MINUTE);
    expect(await ends.told()).toEqual([[id, 0]]);
    await ends.move(id, NOW + 3 * MINUTE);
    await ends.advance(NOW + 4 * MINUTE);
    expect(await ends.told()).toEqual([[id, 0]]);
    await ends.move(id, NOW + 3.5 * MINUTE);
    await ends.advance(NOW + 5 * MINUTE);
    expect(await ends.told()).toEqual([[id, 0]]);
    // A value that was told already.
    await ends.move(id, NOW + 3 * MINUTE);
    await ends.advance(NOW + 6 * MINUTE);
    expect(await ends.told()).toEqual([]);
  }));

it('tells once, and misses nothing, when the clock was ahead for a while', () =>
  withEnds(async (ends) => {
    await ends.advance(NOW);
    const first = await ends.create(NOW + DAY + 2 * MINUTE);
    await ends.advance(NOW + DAY + 5 * MINUTE);
    expect(await ends.told()).toEqual([
      [first, 1],
      [first, 0],
    ]);
    const second = await ends.create(NOW + DAY + 3 * MINUTE);
    await ends.advance(NOW + MINUTE);
    await ends.advance(NOW + DAY + 6 * MINUTE);
    expect(await ends.told()).toEqual([
      [second, 1],
      [second, 0],
    ]);
  }));

it('tells all of many that end at the same moment, though it was stopped in between, also if two tell at once', () =>
  withEnds(async (ends) => {
    await ends.advance(NOW);
    const ids = await ends.createMany(300, NOW + MINUTE);
    await Promise.all([ends.advance(NOW + 2 * MINUTE), ends.advance(NOW + 2 * MINUTE)]);
    const told = await ends.told();
    expect(told.map(([id]) => id).toSorted((a, b) => a - b)).toEqual(ids);
    await ends.advance(NOW + 3 * MINUTE);
    expect(await ends.told()).toEqual([]);
  }));

/** These keys end by the clock of the machine, since changes go by that. */
describe('an end that has come is told before a change that moves it', () => {
  const ended = () => Date.now() - 1000;

  it('once, as it was, and not again by the job', () =>
    withEnds(async (ends) => {
      await ends.advance(Date.now());
      const expiresAt = ended();
      const [moved, renewed, deleted, told] = await ends.createMany(4, expiresAt);
      await ends.move(moved, Date.now() + DAY);
      await ends.move(moved, Date.now() + 2 * DAY);
      await ends.renew(renewed);
      await ends.remove(deleted);
      const events = await ends.events();
      expect(events.map(({ targetId, data }) => [targetId, data.licenseKey.expiresAt])).toEqual(
        [moved, renewed, deleted].map((id) => [id, expiresAt]),
      );
      await ends.advance(Date.now());
      expect((await ends.told()).filter(([, days]) => days === 0)).toEqual([[told, 0]]);
      await ends.move(told, Date.now() + DAY);
      expect((await ends.told()).filter(([, days]) => days === 0)).toEqual([]);
    }));

  it('but not what was told long ago, nor what is still to come', () =>
    withEnds(async (ends) => {
      await ends.advance(Date.now());
      const [old, soon] = [await ends.create(Date.now() - 11 * MINUTE), await ends.create(Date.now() + DAY - 1000)];
      for (const id of [old, soon]) await ends.move(id, Date.now() + 60 * DAY);
      await ends.advance(Date.now());
      expect(await ends.told()).toEqual([]);
    }));

  it('and after a standstill, during which nobody looked', () =>
    withEnds(async (ends) => {
      await ends.advance(Date.now() - 2 * DAY);
      const id = await ends.create(Date.now() - DAY);
      await ends.move(id, Date.now() + 60 * DAY);
      expect(await ends.told()).toEqual([[id, 0]]);
    }));

  it('exactly once, whichever comes first, the change or the job', () =>
    withEnds(async (ends) => {
      await ends.advance(Date.now());
      for (let round = 0; round < 10; round++) {
        const ids = await ends.createMany(8, ended());
        const changes = ids.flatMap((id) => [
          ends.move(id, Date.now() + 60 * DAY),
          ends.move(id, Date.now() + 61 * DAY),
        ]);
        await Promise.all([...changes, ends.advance(Date.now()), ends.advance(Date.now())]);
        const told = await ends.told();
        expect(told.map(([id]) => id).toSorted((a, b) => a - b)).toEqual(ids);
      }
    }));
});

it('a check was refused, the key is extended by API, bulk change or command line: the feed has both, in this order', async () => {
  const scenario = await startScenario();
  try {
    const { admin } = scenario;
    const later = Date.now() + 60 * DAY;
    const keys = [];
    for (let n = 0; n < 3; n++) keys.push(await createLicenseKey(admin, { expiresAt: Date.now() + 400 }));
    const [{ id: one }, { id: many }, { id: byCommand }] = keys;
    await sleep(500);
    for (const { key } of keys)
      expect((await admin.post('/api/check', { id: key })).body).toMatchObject({ pass: false });
    await admin.put(`/api/keys/${one}`, { expiresAt: later });
    const { body: change } = await admin.put('/api/keys', { ids: [many], change: { extendDays: 60 } });
    while ((await admin.get(`/api/keys/bulk/${change.id}`)).body.state === 'running') await sleep(50);
    const command = ['keys', 'update', String(byCommand), '--expiresAt', new Date(later).toISOString()];
    expect(await keylink({ DATABASE_URL: scenario.database.url }, ...command)).toMatchObject({ exitCode: 0 });
    const types = 'licenseKey.expired,licenseKey.updated';
    let events: { type: string; data: { licenseKey: { id: number } } }[] = [];
    while (events.length < 6) events = (await admin.get(`/api/events?types=${types}`)).body;
    expect(events.map(({ type, data }) => [data.licenseKey.id, type])).toEqual(
      [one, many, byCommand].flatMap((id) => types.split(',').map((type) => [id, type])),
    );
  } finally {
    await scenario.close();
  }
});
