import { setTimeout as sleep } from 'node:timers/promises';
import { type Bench, type Scenario, withServers } from '../bench';
import { compare } from '../comparison';
import type { BenchDatabase } from '../databases/bench-database';
import { seedLinks } from '../databases/seed';
import { seedVisits, VISITED_DAYS } from '../databases/seed-visits';
import { readText, send } from '../load/http-client';
import { COLD_LINKS, HOT_LINKS, visitsOf } from '../load/visitors';
import { median } from '../numbers';
import { SERVICE } from '../paths';
import type { ServerProcess } from '../server-process';
import { STATS_BY } from '../../src/links/visits/dimensions';

const REPEATED = 400;
const LINES = 100_000;
const VISITS = 10_000_000;
const DOMAINS = 100;
const DAY_MS = 86_400_000;
const ASKED = 5;
const LOOK_MS = 250;

export const visits: Scenario = {
  name: 'visits',
  title: `redirects with statistics, over ${HOT_LINKS} hot links and ${COLD_LINKS} cold ones; statistics of ten million visits`,
  async run(bench) {
    await compareStatistics(bench);
    await compareDomains(bench);
    await readStatistics(bench);
  },
};

async function withLinks(bench: Bench): Promise<BenchDatabase> {
  const database = await bench.createDatabase();
  await seedLinks(database.dataSource, HOT_LINKS + COLD_LINKS);
  return database;
}

async function compareStatistics(bench: Bench): Promise<void> {
  const [counting, off] = [await withLinks(bench), await withLinks(bench)];
  const starts = [
    [SERVICE, counting.url],
    [SERVICE, off.url, { VISIT_STATS: 'off' }],
  ] as const;
  await withServers(starts, async ([service, without]) => {
    const [repeated, single] = [visitsOf(REPEATED, LINES), visitsOf(LINES, LINES)];
    let furthest = 0;
    const beside = async <T>(load: () => Promise<T>): Promise<T> => {
      const ending = new AbortController();
      const watching = watchWaiting(counting, ending.signal);
      try {
        return await load();
      } finally {
        ending.abort();
        furthest = Math.max(furthest, await watching);
      }
    };
    const comparison = await compare(bench, 'visits', [
      { name: 'VISIT_STATS=off', servers: [without], requests: repeated },
      { name: 'User-Agents repeat', servers: [service], requests: repeated, beside },
      { name: 'none repeats', servers: [service], requests: single, beside },
    ]);
    for (const name of ['User-Agents repeat', 'none repeats']) {
      const value = comparison.processorRatio(name, 'VISIT_STATS=off');
      found(bench, `processor time of a redirect: off / ${name}`, value, '');
    }
    required(bench, 'furthest that sums were behind under load', furthest / 1000, 's', 5);
  });
}

/** @returns for how long the oldest visit waited to be counted, at most, in milliseconds */
async function watchWaiting({ dataSource }: BenchDatabase, signal: AbortSignal): Promise<number> {
  let most = 0;
  while (!signal.aborted) {
    const [row] = await dataSource.query<{ at: number | string | null }[]>('SELECT MIN(at) AS at FROM visit_portions');
    if (row.at !== null) most = Math.max(most, Date.now() - Number(row.at));
    await sleep(LOOK_MS);
  }
  return most;
}

async function compareDomains(bench: Bench): Promise<void> {
  const [none, many] = [await withLinks(bench), await withLinks(bench)];
  for (let number = 0; number < DOMAINS; number++)
    await many.dataSource.query('INSERT INTO domains (host, createdAt) VALUES (?, ?)', [
      `go${number}.example.com`,
      Date.now(),
    ]);
  const starts = [
    [SERVICE, none.url],
    [SERVICE, many.url],
  ] as const;
  await withServers(starts, async ([without, withDomains]) => {
    const requests = visitsOf(REPEATED, LINES);
    const comparison = await compare(bench, 'visits', [
      { name: 'no domain', servers: [without], requests },
      { name: `${DOMAINS} domains`, servers: [withDomains], requests },
    ]);
    const value = comparison.processorRatio(`${DOMAINS} domains`, 'no domain');
    found(bench, `processor time of a redirect: no domain / ${DOMAINS} domains`, value, '');
  });
}

async function readStatistics(bench: Bench): Promise<void> {
  const database = await bench.createDatabase();
  await seedLinks(database.dataSource, 1);
  await seedVisits(database.dataSource, 1, VISITS);
  await withServers([[SERVICE, database.url]], async ([service]) => {
    const times: number[] = [];
    for (const by of STATS_BY) {
      for (const path of ['/api/link/link-1/stats', '/api/stats/links']) {
        const from = Date.now() - VISITED_DAYS * DAY_MS;
        times.push(await timeOf(service, `${path}?by=${by}&tz=Europe/Berlin&from=${from}`));
      }
    }
    required(bench, 'slowest statistics of 10,000,000 visits of a link', Math.max(...times), 'ms', 300);
    const from = Date.now() - 60 * DAY_MS;
    const screen = ['day', 'entry', 'referrer', 'country', 'device', 'browser'];
    const together = await timeOfAll(
      service,
      screen.map((by) => `/api/link/link-1/stats?by=${by}&from=${from}`),
    );
    required(bench, 'all that its screen in the console asks for, at once', together, 'ms', 500);
  });
}

/** Median of some. */
async function timeOf(service: ServerProcess, path: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ASKED; round++) times.push(await timeOfAll(service, [path]));
  return median(times);
}

async function timeOfAll(service: ServerProcess, paths: readonly string[]): Promise<number> {
  const start = performance.now();
  const ask = async (path: string): Promise<void> => {
    const response = await send(service.url, { method: 'GET', path });
    const text = await readText(response);
    if (response.statusCode !== 200 || text === '[]')
      throw new Error(`${path} was answered ${response.statusCode}: ${text}`);
  };
  await Promise.all(paths.map(ask));
  return performance.now() - start;
}

const found = ({ report, engine }: Bench, text: string, value: number, unit: string): void =>
  report.found({ scenario: 'visits', engine, text, value, unit });

const required = ({ report, engine }: Bench, text: string, value: number, unit: string, below: number): void =>
  report.required({ scenario: 'visits', engine, text, value, unit, bound: { below } });
