import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApiKey } from '../support/api-keys';
import { createLicenseKey, PRODUCT } from '../support/license-keys';
import { runSql } from '../support/run-sql';
import { type Scenario, startScenario, unique } from '../support/scenario';
import { Service } from '../support/service';
import { times } from '../support/transfer';

const DAY = 86_400_000;

let scenario: Scenario;
const admin = () => scenario.admin;
const meteredKey = (limit: number, period = 'month') =>
  createLicenseKey(admin(), { meters: { exports: { limit, period } } });
const use = async (id: number, useId: string = randomUUID(), amount = 1) =>
  (await admin().post(`/api/keys/${id}/uses`, { meter: 'exports', useId, amount })).body;
const withdraw = (id: number, useId: string, query = '', client = admin()) =>
  client.delete(`/api/keys/${id}/uses/${encodeURIComponent(useId)}${query}`);
const standingOf = async (id: number) => (await admin().get(`/api/keys/${id}/meters`)).body[0];
/** At least one, once it has its position. */
async function eventsOf(type: string, id: number): Promise<object[]> {
  for (;;) {
    const { body } = await admin().get(`/api/events?types=${type}&limit=1000`);
    const found = body.filter(({ data }: { data: { licenseKey: { id: number } } }) => data.licenseKey.id === id);
    if (found.length > 0) return found as object[];
    await sleep(50);
  }
}

beforeAll(async () => {
  scenario = await startScenario();
});
afterAll(() => scenario.close());

describe('a use that is taken back', () => {
  it.each(['day', 'month', 'monthFromFirstUse', 'total'])(
    'is counted in none of its periods, for a meter by %s, and its useId stays taken',
    async (period) => {
      const { id } = await meteredKey(5, period);
      const useId = 'export/0815#1';
      const first = await use(id, useId, 3);
      await use(id, 'other', 2);
      const { status, body } = await withdraw(id, useId, '?reason=The%20export%20failed');
      expect([status, body]).toMatchObject([200, { useId, amount: 3, withdrawnAt: expect.any(Number) }]);
      expect(await standingOf(id)).toMatchObject({ used: 2, remaining: 3, total: 2 });
      expect((await standingOf(id)).days.at(-1).used).toBe(2);
      expect(await use(id, useId, 3)).toEqual(first);
      expect(await standingOf(id)).toMatchObject({ used: 2 });
      // Again: nothing happens.
      expect((await withdraw(id, useId)).body).toEqual(body);
      expect(await standingOf(id)).toMatchObject({ used: 2 });
      expect(await use(id, 'next', 3)).toMatchObject({ status: 'ACCEPTED', used: 5 });
    },
  );

  it('is given back to the month in which it was made, though that is over', async () => {
    const { id } = await meteredKey(5);
    const now = new Date();
    const monthStart = Date.UTC(now.getUTCFullYear(), now.getUTCMonth());
    const at = monthStart - 1;
    const useAt = async (time: number | undefined, amount: number, useId: string = randomUUID()) =>
      (await admin().post(`/api/keys/${id}/uses`, { meter: 'exports', useId, amount, at: time })).body;
    await useAt(at, 3, 'last-month');
    expect(await useAt(at, 2)).toMatchObject({ used: 5, remaining: 0, resetsAt: monthStart });
    expect(await useAt(at, 1)).toMatchObject({ status: 'USED UP' });
    // The first millisecond is the next month's.
    expect(await useAt(monthStart, 2)).toMatchObject({ status: 'ACCEPTED', used: 2, remaining: 3 });
    expect((await withdraw(id, 'last-month')).status).toBe(200);
    expect(await standingOf(id)).toMatchObject({ used: 2, remaining: 3, total: 4 });
    expect(await useAt(undefined, 4)).toMatchObject({ status: 'USED UP', used: 2 });
    expect(await useAt(at, 4)).toMatchObject({ status: 'USED UP', used: 2, resetsAt: monthStart });
    expect(await useAt(at, 3)).toMatchObject({ status: 'ACCEPTED', used: 5, resetsAt: monthStart });
  });

  it('leaves a month as it is in which it did not count, though its day ended with the month', async () => {
    const { id } = await meteredKey(5);
    const now = new Date();
    const lastDay = Date.UTC(now.getUTCFullYear(), now.getUTCMonth()) - 1;
    const useAt = async (at: number, amount: number, useId: string = randomUUID()) =>
      (await admin().post(`/api/keys/${id}/uses`, { meter: 'exports', useId, amount, at })).body;
    const countBy = (period: string) => admin().put(`/api/keys/${id}`, { meters: { exports: { limit: 5, period } } });
    expect(await useAt(lastDay - 2 * DAY, 4)).toMatchObject({ used: 4 });
    await countBy('day');
    expect(await useAt(lastDay, 1, 'of-the-day')).toMatchObject({ used: 1 });
    await withdraw(id, 'of-the-day');
    await countBy('month');
    expect(await useAt(lastDay, 2)).toMatchObject({ status: 'USED UP', used: 4 });
  });

  it('is listed, audited with the reason, and told once', async () => {
    const { id } = await meteredKey(5);
    await use(id, 'wrong');
    for (const reason of ['The export failed', 'Again']) await withdraw(id, 'wrong', `?reason=${encodeURI(reason)}`);
    expect((await admin().get(`/api/keys/${id}/uses`)).body).toMatchObject([{ useId: 'wrong', withdrawnAt: expect.any(Number) }]); // oxfmt-ignore
    const [record, ...others] = (await admin().get(`/api/keys/${id}/changes`)).body;
    expect(record).toMatchObject({
      action: 'withdraw',
      reason: 'The export failed',
      after: { use: { useId: 'wrong' } },
    });
    expect(others).toMatchObject([{ action: 'create' }]);
    expect(await eventsOf('uses.withdrawn', id)).toMatchObject([{ data: { use: { useId: 'wrong', amount: 1 } } }]);
  });

  it('must be one of the license key, and needs a scope that changes keys', async () => {
    const { id } = await meteredKey(5);
    await use(id, 'own');
    const missing = await withdraw(id, 'unknown');
    expect([missing.status, missing.headers['x-error-code']]).toEqual([404, 'use.notFound']);
    const { secret } = await createApiKey(admin(), ['check', 'keys:read']);
    expect((await withdraw(id, 'own', '', scenario.service.client(secret))).status).toBe(403);
    const { secret: supports } = await createApiKey(admin(), ['keys:support']);
    expect((await withdraw(id, 'own', '', scenario.service.client(supports))).status).toBe(200);
  });

  it('leaves the counts exact while it is taken back ten times at once and others are counted', async () => {
    const { id } = await meteredKey(20);
    for (let index = 0; index < 15; index++) await use(id, `first-${index}`);
    const [verdicts] = await Promise.all([
      Promise.all(times(40, (index) => use(id, `next-${index}`))),
      Promise.all(times(10, (index) => withdraw(id, `first-${index % 5}`))),
    ]);
    const accepted = verdicts.filter(({ pass }) => pass).length;
    expect(accepted).toBeGreaterThanOrEqual(5);
    expect(accepted).toBeLessThanOrEqual(10);
    expect(await standingOf(id)).toMatchObject({ used: 10 + accepted, total: 10 + accepted });
    const counting = (await admin().get(`/api/keys/${id}/uses?limit=1000`)).body.filter(
      (each: { withdrawnAt?: number }) => each.withdrawnAt === undefined,
    );
    expect(counting).toHaveLength(10 + accepted);
  });
});

it('a use that begins the time of a plan tells when that ends', async () => {
  const code = unique('plan');
  const meters = { exports: { limit: 5, period: 'month' } };
  await admin().post(`/api/products/${PRODUCT}/plans`, {
    code,
    name: 'A',
    duration: 'P1M',
    starts: 'firstCheck',
    meters,
  });
  const { id } = await createLicenseKey(admin(), { plan: code });
  await use(id);
  const { expiresAt } = (await admin().get(`/api/keys/${id}`)).body;
  expect(await eventsOf('licenseKey.begun', id)).toMatchObject([{ data: { licenseKey: { id, expiresAt } } }]);
  expect(expiresAt).toEqual(expect.any(Number));
});

it('is forgotten 35 days after it was recorded, and its useId is free then; what it counted stays', async () => {
  const { id } = await meteredKey(9, 'total');
  for (const useId of ['first', 'second', 'third']) await use(id, useId);
  for (const [useId, days] of [
    ['first', 35.1],
    ['second', 34.9],
  ] as const) {
    const recordedAt = Math.round(Date.now() - days * DAY);
    await runSql(scenario.database, 'UPDATE uses SET recordedAt = ? WHERE key_id = ? AND useId = ?', [
      recordedAt,
      id,
      useId,
    ]);
  }
  // Each start deletes what is old.
  const purging = await Service.start({ DATABASE_URL: scenario.database.url });
  try {
    const left = async () => (await admin().get(`/api/keys/${id}/uses`)).body as { useId: string }[];
    while ((await left()).length === 3) await sleep(50);
    expect((await left()).map(({ useId }) => useId)).toEqual(['third', 'second']);
  } finally {
    await purging.stop();
  }
  expect(await use(id, 'second')).toMatchObject({ status: 'ACCEPTED', used: 2 });
  expect(await use(id, 'first')).toMatchObject({ status: 'ACCEPTED', used: 4 });
});
