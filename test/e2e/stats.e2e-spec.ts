import { setTimeout as sleep } from 'node:timers/promises';
import { createApiKey } from '../support/api-keys';
import { createLicenseKey, OTHER_PRODUCT, PRODUCT } from '../support/license-keys';
import { insertKeys } from '../support/many-keys';
import { insertLogs } from '../support/many-logs';
import { openBeside } from '../support/open-beside';
import { inScenario } from '../support/scenario';
import { Service } from '../support/service';
import { countedUpTo, totalOf } from '../support/stats';
import { onEmbedded } from '../support/test-database';
import { times } from '../support/transfer';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const WAIT_MS = 120_000;

// Most of these wait for what is counted after seconds: they wait side by side.

it.concurrent(
  'counts checks by hour and day, product and verdict, within a minute; and who asks for what cannot be is told',
  inScenario(async (scenario) => {
    const { admin } = scenario;
    const from = Date.now();
    const key = await createLicenseKey(admin);
    const other = await createLicenseKey(admin, { pid: OTHER_PRODUCT });
    const off = await createLicenseKey(admin, { disabled: true });
    await Promise.all(times(30, () => admin.post(`/api/check/${key.id}`)));
    await Promise.all(times(7, () => admin.post(`/api/check/${other.id}`)));
    await Promise.all(times(5, () => admin.post('/api/check', { id: off.key })));
    // What doesn't exist has no log.
    await admin.post('/api/check/999999');
    const time = Date.now();
    const counted = await countedUpTo(admin, `/api/stats/checks?from=${from}`, time);
    // A full hour may have passed meanwhile.
    const count = async (query: string) => {
      const { body } = await admin.get(`/api/stats/checks?from=${from}&${query}`);
      const sums = new Map<string, number>();
      for (const { status, pid, count: more } of (body as typeof counted).rows) {
        const name = pid === undefined ? status! : `${pid} ${status}`;
        sums.set(name, (sums.get(name) ?? 0) + more);
      }
      return Object.fromEntries(sums);
    };
    expect([totalOf(counted), counted.from]).toEqual([42, from - (from % HOUR_MS)]);
    expect(counted.rows.every(({ at }) => at % HOUR_MS === 0)).toBe(true);
    const all = { AUTHORISED: 37, 'KEY DISABLED': 5 };
    expect(await count('by=hour')).toEqual(all);
    expect(await count('by=day')).toEqual(all);
    expect(await count('products=true')).toEqual({
      [`${PRODUCT} AUTHORISED`]: 30,
      [`${PRODUCT} KEY DISABLED`]: 5,
      [`${OTHER_PRODUCT} AUTHORISED`]: 7,
    });
    expect(await count(`pid=${PRODUCT}`)).toEqual({ AUTHORISED: 30, 'KEY DISABLED': 5 });
    expect(await count('status=KEY%20DISABLED')).toEqual({ 'KEY DISABLED': 5 });
    expect(await count(`pid=${OTHER_PRODUCT}&status=EXPIRED`)).toEqual({});
    const { body: days } = await admin.get(`/api/stats/checks?from=${from}&by=day`);
    expect(days).toMatchObject({ by: 'day', from: from - (from % DAY_MS), rows: [{ at: from - (from % DAY_MS) }, {}] });

    for (const [query, msg] of [
      ['from=5&to=5', 'from must be before to.'],
      ['from=9007199254740991', 'from must be before to.'],
      [`from=0&to=${92 * DAY_MS + 1}`, /^The range is too long/],
      [`by=day&from=0&to=${1828 * DAY_MS}`, /^The range is too long/],
      ['by=week', 'by must be one of hour, day.'],
      ['status=NOT%20FOUND', /^status must be one of/],
      ['pid=-1', /^pid must be/],
      ['products=yes', 'products must be true or false.'],
      ['to=tomorrow', /^to must be a time/],
      ['constructor=1', '"constructor" is not a field of this request.'],
    ] as const) {
      const answer = await admin.get(`/api/stats/checks?${query}`);
      const expected = typeof msg === 'string' ? msg : expect.stringMatching(msg);
      expect([query, answer.status, answer.body]).toEqual([query, 400, { msg: expected }]);
    }
    expect((await admin.get('/api/stats/visits?pid=1')).status).toBe(400);
    expect((await admin.get(`/api/stats/checks?by=day&from=0&to=${1827 * DAY_MS}`)).body).toMatchObject({ rows: [] });
  }),
  WAIT_MS,
);

it.concurrent(
  'counts the license keys that expire soon, and stops where it says',
  inScenario(async (scenario) => {
    const { admin } = scenario;
    const dataSource = await openBeside(scenario.database);
    const now = Date.now();
    try {
      for (const days of [-1, 1, 6.9, 8, 29, 31, 89, 91]) {
        await createLicenseKey(admin, { expiresAt: now + Math.round(days * DAY_MS) });
      }
      await createLicenseKey(admin);
      const read = async () => (await admin.get('/api/stats/keys')).body;
      const expiring = (counts: number[]) => [7, 30, 90].map((days, index) => ({ days, count: counts[index] }));
      expect(await read()).toEqual({ expiring: expiring([2, 4, 6]), most: 10_000 });
      await insertKeys(dataSource, 10_050);
      await dataSource.query(`UPDATE license_keys SET expiresAt = ? WHERE \`key\` LIKE 'key-%'`, [now + 20 * DAY_MS]);
      expect(await read()).toEqual({ expiring: expiring([2, 10_000, 10_000]), most: 10_000 });
    } finally {
      await dataSource.destroy();
    }
  }),
  WAIT_MS,
);

it.concurrent(
  'counts the license keys of each plan of a product, up to 10,000',
  inScenario(async (scenario) => {
    const { admin } = scenario;
    const dataSource = await openBeside(scenario.database);
    try {
      for (const pid of [6, 7])
        for (const code of ['pro', 'team']) await admin.post(`/api/products/${pid}/plans`, { code, name: code });
      for (const plan of ['pro', 'pro', '']) await createLicenseKey(admin, { plan });
      await createLicenseKey(admin, { pid: 7, plan: 'team' });
      const read = async (pid: number | string) => (await admin.get(`/api/stats/plans?pid=${pid}`)).body;
      const counted = (pro: number, team: number) => [
        { plan: 'pro', keys: pro },
        { plan: 'team', keys: team },
      ];
      expect(await read(6)).toEqual({ plans: counted(2, 0), without: 1, most: 10_000 });
      expect(await read(7)).toEqual({ plans: counted(0, 1), without: 0, most: 10_000 });
      expect(await read('')).toEqual({ msg: 'pid must be an integer from 0 to 2147483647.' });
      await insertKeys(dataSource, 10_050);
      await dataSource.query(`UPDATE license_keys SET product = 7, plan = 'pro' WHERE \`key\` LIKE 'key-%'`);
      expect(await read(7)).toEqual({ plans: counted(10_000, 1), without: 0, most: 10_000 });
    } finally {
      await dataSource.destroy();
    }
  }),
  WAIT_MS,
);

it.concurrent(
  'counts visits, each once, whoever grants them and whoever is killed',
  inScenario(async (scenario) => {
    const { admin } = scenario;
    const from = Date.now();
    for (const [name, maxVisits] of [
      ['often', 0],
      ['limited', 50],
    ] as const) {
      const limit = maxVisits === 0 ? {} : { maxVisits };
      await admin.post('/api/links', { name, url: 'https://example.com/', ...limit });
    }
    const second = await Service.start({ DATABASE_URL: scenario.database.url });
    const clients = [scenario.service, second].map((service) => service.client(null));
    const visitAll = async (rounds: number): Promise<void> => {
      for (let round = 0; round < rounds; round++) {
        const some = clients.flatMap((client) => times(20, (index) => client.get(index % 4 ? '/often' : '/limited')));
        await Promise.allSettled(some);
      }
    };
    const killing = visitAll(60);
    await sleep(onEmbedded() ? 1000 : 3000);
    await second.stop('SIGKILL');
    await killing;
    await visitAll(5);
    const { body: often } = await admin.get('/api/link/often');
    const { body: limited } = await admin.get('/api/link/limited');
    expect(limited.count).toBe(50);
    const counted = await countedUpTo(admin, `/api/stats/visits?from=${from}`, Date.now());
    expect(totalOf(counted)).toBe(often.count + limited.count);
    const { body: days } = await admin.get(`/api/stats/visits?from=${from}&by=day`);
    expect(totalOf(days)).toBe(often.count + limited.count);
  }),
  WAIT_MS,
);

it.concurrent(
  'names the customers and products behind refused checks, by reason',
  inScenario(async (scenario) => {
    const { admin } = scenario;
    const from = Date.now();
    const check = (key: { id: number }, often: number) =>
      Promise.all(times(often, () => admin.post(`/api/check/${key.id}`)));
    await check(await createLicenseKey(admin, { uid: 'anna' }), 4);
    await check(await createLicenseKey(admin, { uid: 'anna', disabled: true }), 3);
    await check(await createLicenseKey(admin, { uid: 'anna', disabled: true, pid: OTHER_PRODUCT }), 2);
    await check(await createLicenseKey(admin, { uid: 'müller', disabled: true }), 1);
    const expired = await createLicenseKey(admin, { uid: 'jonas', expiresAt: Date.now() - DAY_MS });
    await check(expired, 7);
    const { status, body } = await admin.get(`/api/stats/refusals?from=${from}`);
    expect([status, body]).toEqual([
      200,
      {
        from,
        to: expect.any(Number),
        since: from,
        reasons: [
          {
            status: 'EXPIRED',
            count: 7,
            keys: 1,
            customers: 1,
            most: [{ uid: 'jonas', count: 7 }],
            products: [{ pid: PRODUCT, count: 7, keys: 1, customers: 1 }],
          },
          {
            status: 'KEY DISABLED',
            count: 6,
            keys: 3,
            customers: 2,
            most: [
              { uid: 'anna', count: 5 },
              { uid: 'müller', count: 1 },
            ],
            products: [
              { pid: PRODUCT, count: 4, keys: 2, customers: 2 },
              { pid: OTHER_PRODUCT, count: 2, keys: 1, customers: 1 },
            ],
          },
        ],
      },
    ]);
    expect((await admin.get(`/api/stats/refusals?pid=${OTHER_PRODUCT}`)).body).toMatchObject({
      reasons: [{ status: 'KEY DISABLED', count: 2 }],
    });
    expect((await admin.get(`/api/stats/refusals?to=${from}`)).body).toMatchObject({ to: from, reasons: [] });
    const { secret } = await createApiKey(admin, ['keys:read']);
    expect((await scenario.service.client(secret).get('/api/stats/refusals')).status).toBe(403);
    for (const [query, msg] of [
      ['from=5&to=5', 'from must be before to.'],
      ['pid=x', /^pid must be/],
      ['status=EXPIRED', '"status" is not a field of this request.'],
    ] as const) {
      const answer = await admin.get(`/api/stats/refusals?${query}`);
      const expected = typeof msg === 'string' ? msg : expect.stringMatching(msg);
      expect([query, answer.status, answer.body]).toEqual([query, 400, { msg: expected }]);
    }
  }),
  WAIT_MS,
);

it.concurrent(
  'looks at the newest refusals, and says from when on, where there are too many for one answer',
  inScenario(async ({ admin, database }) => {
    const dataSource = await openBeside(database);
    const now = Date.now();
    const count = 7010;
    try {
      await insertKeys(dataSource, count);
      const logs = times(count, (index) => ({
        keyId: index + 1,
        timeAt: now - DAY_MS + index,
        ip: '203.0.113.7',
        details: '',
        status: 'EXPIRED',
      }));
      await insertLogs(dataSource, logs);
    } finally {
      await dataSource.destroy();
    }
    const { status, body } = await admin.get('/api/stats/refusals');
    expect(status).toBe(200);
    const { since, reasons } = body as { since: number; reasons: { count: number; keys: number }[] };
    const left = since - (now - DAY_MS);
    expect(left).toBeGreaterThanOrEqual(2010);
    expect(reasons).toMatchObject([{ status: 'EXPIRED', count: count - left, keys: count - left }]);
  }),
  WAIT_MS,
);
