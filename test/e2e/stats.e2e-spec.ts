import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { openDatabase, setDeadlines } from '../../src/platform/database/data-source';
import { parseDatabaseUrl } from '../../src/platform/settings/database-url';
import { databaseOptions } from '../../src/schema';
import { keylink } from '../support/command-line';
import { createLicenseKey, OTHER_PRODUCT, PRODUCT } from '../support/license-keys';
import { insertKeys } from '../support/many-keys';
import { type Scenario, startScenario } from '../support/scenario';
import { Service } from '../support/service';
import { countedUpTo, totalOf } from '../support/stats';
import { onEmbedded } from '../support/test-database';
import { times } from '../support/transfer';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const WAIT_MS = 120_000;

let scenario: Scenario;

beforeEach(async () => {
  scenario = await startScenario();
});
afterEach(() => scenario.close());

/** Without deadlines: what fills tables takes its time. */
async function open(): Promise<DataSource> {
  const dataSource = await openDatabase(databaseOptions(parseDatabaseUrl(scenario.database.url)));
  setDeadlines(dataSource, false);
  return dataSource;
}

it(
  'counts checks by hour and day, product and verdict, within a minute; and who asks for what cannot be is told',
  async () => {
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
      ['from=5&to=5', 'from must lie before to.'],
      ['from=9007199254740991', 'from must lie before to.'],
      [`from=0&to=${92 * DAY_MS + 1}`, /^That is too long a time/],
      [`by=day&from=0&to=${1828 * DAY_MS}`, /^That is too long a time/],
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
  },
  WAIT_MS,
);

it('counts the license keys that expire soon, and stops where it says', async () => {
  const { admin } = scenario;
  const dataSource = await open();
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
});

/** What a roll-up would count that takes every log up to the newest which is there for what there ever will be. */
async function countEagerly(dataSource: DataSource, ending: AbortSignal): Promise<number> {
  let [counted, last] = [0, 0];
  const look = async (): Promise<void> => {
    const [{ id }] = (await dataSource.query('SELECT MAX(id) AS id FROM license_logs')) as { id: string | null }[];
    const sql = 'SELECT COUNT(*) AS n FROM license_logs WHERE id > ? AND id <= ?';
    const [{ n }] = (await dataSource.query(sql, [last, Number(id)])) as { n: string }[];
    counted += Number(n);
    last = Number(id);
  };
  while (!ending.aborted) {
    await look();
    await sleep(100);
  }
  await look();
  return counted;
}

const onServers = () => (onEmbedded() ? it.skip : it);

onServers()(
  'counts each log once with two instances, also one that appears long after greater ids',
  async () => {
    const { admin } = scenario;
    const from = Date.now();
    const [key, late] = [await createLicenseKey(admin), await createLicenseKey(admin)];
    const second = await Service.start({ DATABASE_URL: scenario.database.url });
    const dataSource = await open();
    const slow = dataSource.createQueryRunner();
    try {
      const ending = new AbortController();
      const eager = countEagerly(dataSource, ending.signal);
      const insert = `INSERT INTO license_logs (key_id, timeAt, ip, details, status) VALUES (${late.id}, ?, '::1', '', 'EXPIRED')`;
      // Longer than the service waits by the clock for transactions that are still under way.
      const until = Date.now() + 16_000;
      await slow.startTransaction();
      await slow.query(insert, [Date.now()]);
      let checks = 0;
      while (Date.now() < until) {
        await Promise.all(
          [admin, second.client()].flatMap((client) => times(20, () => client.post(`/api/check/${key.id}`))),
        );
        checks += 40;
        await sleep(50);
      }
      await slow.commitTransaction();
      ending.abort();
      const counted = await countedUpTo(admin, `/api/stats/checks?from=${from}`, Date.now());
      expect(totalOf(counted)).toBe(checks + 1);
      expect(counted.rows.find(({ status }) => status === 'EXPIRED')).toMatchObject({ count: 1 });
      // Without the wait one is missed: else this test would hold nothing.
      expect(await eager).toBe(checks);
    } finally {
      await slow.release();
      await dataSource.destroy();
      await second.stop();
    }
  },
  WAIT_MS,
);

/** Logs of the past, of two verdicts. */
async function insertLogs(dataSource: DataSource, count: number, start: number): Promise<void> {
  const digits = Array.from({ length: 10 }, (_, digit) => `SELECT ${digit} AS n`).join(' UNION ALL ');
  const places = Array.from({ length: 6 }, (_, place) => ({ name: `d${place}`, value: 10 ** place }));
  const number = places.map(({ name, value }) => `${name}.n * ${value}`).join(' + ');
  await dataSource.query(
    `INSERT INTO license_logs (key_id, timeAt, ip, details, status)
     WITH digits AS (${digits}), numbers AS (SELECT ${number} AS n FROM ${places.map(({ name }) => `digits AS ${name}`).join(', ')})
     SELECT 1 + n % 100, ${start} + n * 60, '::1', '', CASE WHEN n % 10 = 0 THEN 'EXPIRED' ELSE 'AUTHORISED' END
     FROM numbers WHERE n < ${count} ORDER BY n`,
  );
}

it(
  'loses nothing and counts nothing twice when it is killed in the middle of counting',
  async () => {
    const start = Date.UTC(2026, 0, 1, 0, 30);
    const logs = 300_000;
    const dataSource = await open();
    const readLast = async () => {
      const [{ lastLog }] = (await dataSource.query('SELECT lastLog FROM check_count_progress')) as {
        lastLog: string;
      }[];
      return Number(lastLog);
    };
    try {
      await scenario.service.stop('SIGKILL');
      await insertKeys(dataSource, 100);
      await insertLogs(dataSource, logs, start);
      const killedAt = [];
      for (let kills = 0; kills < 2; kills++) {
        const before = await readLast();
        const service = await Service.start({ DATABASE_URL: scenario.database.url });
        while ((await readLast()) === before) await sleep(5);
        await service.stop('SIGKILL');
        killedAt.push(await readLast());
      }
      expect(killedAt.some((last) => last > 0 && last < logs)).toBe(true);
      const service = await Service.start({ DATABASE_URL: scenario.database.url });
      try {
        const path = `/api/stats/checks?from=${start}&to=${start + logs * 60}`;
        const { rows } = await countedUpTo(service.client(), path, Date.now());
        const sum = (wanted: string) =>
          rows.filter(({ status }) => status === wanted).reduce((all, { count }) => all + count, 0);
        expect([sum('AUTHORISED'), sum('EXPIRED')]).toEqual([0.9 * logs, 0.1 * logs]);
        expect(rows.slice(0, 2)).toEqual([
          { at: start - HOUR_MS / 2, status: 'AUTHORISED', count: 27_000 },
          { at: start - HOUR_MS / 2, status: 'EXPIRED', count: 3000 },
        ]);
      } finally {
        await service.stop();
      }
    } finally {
      await dataSource.destroy();
    }
  },
  WAIT_MS,
);

it(
  'keeps the counts of logs that are gone, and counts all others anew beside the running service',
  async () => {
    const { admin } = scenario;
    const start = Date.UTC(2026, 0, 1);
    const dataSource = await open();
    const path = `/api/stats/checks?products=true&from=${start - 2 * HOUR_MS}&to=${start + 3 * HOUR_MS}`;
    const read = async (query = path) => (await admin.get(query)).body.rows;
    try {
      await insertKeys(dataSource, 100);
      await insertLogs(dataSource, 120_000, start);
      const [right] = [(await countedUpTo(admin, path, Date.now())).rows];
      expect(right.map(({ count }) => count)).toEqual([54_000, 6000, 54_000, 6000]);
      // As retention leaves it: an hour without logs, and the next one with some of them. And what no roll-up has ever counted.
      await dataSource.query(
        `UPDATE check_counts SET startsAt = startsAt - ${HOUR_MS} WHERE startsAt = ${start} AND span = ${HOUR_MS} AND status = 'EXPIRED'`,
      );
      await dataSource.query(`UPDATE check_counts SET checks = checks + 7 WHERE span = ${HOUR_MS}`);
      await dataSource.query(
        `INSERT INTO check_counts VALUES (99, ${HOUR_MS}, ${start}, 1, 'EXPIRED', 5), (0, ${HOUR_MS}, ${start + HOUR_MS}, 5, 'EXPIRED', 5)`,
      );
      await dataSource.query('UPDATE check_count_progress SET draft = 99');
      const from = Date.now();
      let checks = 0;
      let isOver = false;
      const rebuilding = keylink({ DATABASE_URL: scenario.database.url }, 'stats', 'rebuild', '--json').finally(
        () => (isOver = true),
      );
      while (!isOver) {
        await Promise.all(times(10, () => admin.post('/api/check/1')));
        checks += 10;
      }
      const { exitCode, stdout } = await rebuilding;
      expect([exitCode, JSON.parse(stdout.trim().split('\n').at(-1)!)]).toEqual([
        0,
        { checks: expect.any(Number), firstHour: start, lastHour: expect.any(Number) },
      ]);
      expect(
        (await read()).map(({ at, status, pid, count }: Record<string, unknown>) => [at, status, pid, count]),
      ).toEqual([
        [start - HOUR_MS, 'EXPIRED', 1, 6007],
        // The greater number: some of this hour's logs could be gone.
        [start, 'AUTHORISED', 1, 54_007],
        [start, 'EXPIRED', 1, 6000],
        [start + HOUR_MS, 'AUTHORISED', 1, 54_000],
        [start + HOUR_MS, 'EXPIRED', 1, 6000],
      ]);
      const days = await read(`/api/stats/checks?by=day&from=${start}&to=${start + DAY_MS}`);
      expect(days.map(({ count }: { count: number }) => count)).toEqual([108_007, 12_000]);
      expect(totalOf(await countedUpTo(admin, `/api/stats/checks?from=${from}`, Date.now()))).toBe(checks);
      expect(await dataSource.query('SELECT * FROM check_counts WHERE draft <> 0')).toEqual([]);
    } finally {
      await dataSource.destroy();
    }
  },
  WAIT_MS,
);

it(
  'counts visits, each once, whoever grants them and whoever is killed',
  async () => {
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
  },
  WAIT_MS,
);
