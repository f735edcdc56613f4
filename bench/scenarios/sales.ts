import { createHmac, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { type Bench, type Scenario, withServers } from '../bench';
import { compare } from '../comparison';
import { seedKeys } from '../databases/seed';
import { readText, send } from '../load/http-client';
import { sendPaced } from '../load/paced';
import { checksOf } from '../load/request-line';
import { quantile } from '../numbers';
import { SERVICE } from '../paths';
import type { ServerProcess } from '../server-process';

/** A second. */
const [CHECKS, SALES] = [1000, 50];
const SECRET = randomBytes(32);
/** For what is taken to become license keys. */
const LONGEST_WORK_MS = 120_000;

export const sales: Scenario = {
  name: 'sales',
  title: `what a shop sends, ${SALES} a second beside ${CHECKS} checks a second`,
  async run(bench) {
    const { keys, rounds, roundSeconds } = bench.sizes;
    const [{ url, dataSource }, shopless] = [await bench.createDatabase(), await bench.createDatabase()];
    for (const each of [dataSource, shopless.dataSource]) await seedKeys(each, keys);
    const starts = [
      [SERVICE, url],
      [SERVICE, shopless.url],
    ] as const;
    await withServers(starts, async ([service, other]) => {
      const path = await connectShop(service.url);
      await compareWithShopless(bench, service, other);
      const seconds = rounds * roundSeconds;
      const [times] = await Promise.all([
        sell(service.url, path, seconds),
        sendPaced(service.url, checksOf(keys), CHECKS, seconds),
      ]);
      await requirePace(bench, dataSource, times);
    });
  },
};

/** A shop that sells nothing at the moment must cost checks nothing. */
async function compareWithShopless(bench: Bench, service: ServerProcess, other: ServerProcess): Promise<void> {
  const requests = checksOf(bench.sizes.keys);
  const comparison = await compare(bench, 'sales', [
    { name: 'no shop', servers: [other], requests },
    { name: 'a shop without sales', servers: [service], requests },
  ]);
  bench.report.required({
    scenario: 'sales',
    engine: bench.engine,
    text: 'checks with a shop that sells nothing / without',
    value: comparison.throughputRatio('a shop without sales', 'no shop'),
    unit: '',
    bound: { atLeast: 0.97 },
  });
}

async function connectShop(service: string): Promise<string> {
  const secrets = [`whsec_${SECRET.toString('base64')}`];
  const source = JSON.stringify({ type: 'generic', name: 'Shop', secrets });
  const { id } = JSON.parse(await post(service, '/api/sources', source)) as { id: number };
  await post(service, `/api/sources/${id}/mappings`, JSON.stringify({ item: 'pro', pid: 6 }));
  return `/api/sources/${id}/events`;
}

/** @returns how long each message took to be taken, in milliseconds */
async function sell(service: string, path: string, seconds: number): Promise<number[]> {
  const answers: Promise<number>[] = [];
  const start = performance.now();
  for (let sale = 0; sale < SALES * seconds; sale++) {
    await sleep(Math.max(0, start + (sale * 1000) / SALES - performance.now()));
    answers.push(tell(service, path, sale));
  }
  return Promise.all(answers);
}

async function tell(service: string, path: string, sale: number): Promise<number> {
  const body = JSON.stringify({
    type: 'paid',
    order: `order-${sale}`,
    at: new Date().toISOString(),
    items: [{ id: 'pro', quantity: 1 }],
    buyer: { email: `buyer-${sale}@example.com`, name: 'Anna Tanaka' },
  });
  const [id, time] = [`msg-${sale}`, String(Math.floor(Date.now() / 1000))];
  const signature = createHmac('sha256', SECRET).update(`${id}.${time}.${body}`).digest('base64');
  const headers = { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': `v1,${signature}` };
  const begun = performance.now();
  await post(service, path, body, headers);
  return performance.now() - begun;
}

async function requirePace({ report, engine, sizes }: Bench, dataSource: DataSource, times: number[]): Promise<void> {
  const common = { scenario: 'sales', engine };
  const p99 = quantile(times, 0.99);
  report.required({ ...common, text: 'a message is taken, p99', value: p99, unit: 'ms', bound: { below: 500 } });
  const missing = async (): Promise<number> => {
    const [{ n }] = (await dataSource.query('SELECT COUNT(*) AS n FROM license_keys')) as { n: number | string }[];
    return sizes.keys + times.length - Number(n);
  };
  const start = performance.now();
  while ((await missing()) > 0 && performance.now() - start < LONGEST_WORK_MS) await sleep(50);
  report.found({
    ...common,
    text: 'the last sale is a license key after',
    value: performance.now() - start,
    unit: 'ms',
  });
  const value = await missing();
  report.required({ ...common, text: 'sales without a license key', value, unit: '', bound: { below: 1 } });
}

async function post(service: string, path: string, body: string, headers?: Record<string, string>): Promise<string> {
  const response = await send(service, { method: 'POST', path, body, headers });
  const text = await readText(response);
  if ((response.statusCode ?? 500) >= 300) throw new Error(`${path} was answered ${response.statusCode}: ${text}`);
  return text;
}
