import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { keylink } from '../support/command-line';
import { createLicenseKey } from '../support/license-keys';
import { insertKeys, numbersBelow } from '../support/many-keys';
import { openBeside } from '../support/open-beside';
import { inScenario } from '../support/scenario';
import { Service } from '../support/service';
import { countedUpTo, totalOf } from '../support/stats';
import { onEmbedded } from '../support/test-database';
import { times } from '../support/transfer';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const WAIT_MS = 300_000;

// Each of these waits for what is counted after seconds: they wait side by side.

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

// Not in a `describe`: its tests would run before the others, not beside them.
if (!onEmbedded()) {
  it.concurrent(
    'on a server counts each log once with two instances, also one that appears long after greater ids',
    inScenario(async (scenario) => {
      const { admin } = scenario;
      const from = Date.now();
      const [key, late] = [await createLicenseKey(admin), await createLicenseKey(admin)];
      const second = await Service.start({ DATABASE_URL: scenario.database.url });
      const dataSource = await openBeside(scenario.database);
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
          await sleep(200);
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
    }),
    WAIT_MS,
  );
}

/** Logs of the past, of two verdicts. */
async function insertLogs(dataSource: DataSource, count: number, start: number): Promise<void> {
  await dataSource.query(
    `INSERT INTO license_logs (key_id, timeAt, ip, details, status)
     ${numbersBelow(count)}
     SELECT 1 + n % 100, ${start} + n * 60, '::1', '', CASE WHEN n % 10 = 0 THEN 'EXPIRED' ELSE 'AUTHORISED' END
     FROM numbers ORDER BY n`,
  );
}

it.concurrent(
  'loses nothing and counts nothing twice when it is killed in the middle of counting',
  inScenario(async (scenario) => {
    const start = Date.UTC(2026, 0, 1, 0, 30);
    // Several portions of 50,000.
    const logs = onEmbedded() ? 300_000 : 150_000;
    const dataSource = await openBeside(scenario.database);
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
        while ((await readLast()) === before) await sleep(20);
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
  }),
  WAIT_MS,
);

it.concurrent(
  'keeps the counts of logs that are gone, and counts all others anew beside the running service',
  inScenario(async (scenario) => {
    const { admin } = scenario;
    const start = Date.UTC(2026, 0, 1);
    const dataSource = await openBeside(scenario.database);
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
      const over = new AbortController();
      const rebuilding = keylink({ DATABASE_URL: scenario.database.url }, 'stats', 'rebuild', '--json').finally(() =>
        over.abort(),
      );
      while (!over.signal.aborted) {
        await Promise.all(times(10, () => admin.post('/api/check/1')));
        checks += 10;
        await sleep(200);
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
  }),
  WAIT_MS,
);
