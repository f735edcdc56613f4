import { setTimeout as sleep } from 'node:timers/promises';
import { type Bench, type Scenario, withServers } from '../bench';
import { seedKeys, seedLogs } from '../databases/seed';
import { send } from '../load/http-client';
import { median, MEGABYTE } from '../numbers';
import { SERVICE } from '../paths';
import type { ServerProcess } from '../server-process';

const MEMORY_EVERY_MS = 25;
const CLOSING_BRACKET = 0x5d;

/** How one long answer came. Times are in milliseconds, memory in bytes. */
interface Listing {
  readonly firstByte: number;
  readonly total: number;
  readonly bytes: number;
  /** How far the service's resident memory rose above where it was before the request. */
  readonly growth: number;
}

export const lists: Scenario = {
  name: 'lists',
  title: 'GET /api/keys over all keys, and the logs of a key that has very many',
  async run(bench) {
    const keys = bench.sizes.growth[bench.sizes.growth.length - 1];
    const { url, dataSource } = await bench.createDatabase();
    await seedKeys(dataSource, keys);
    await seedLogs(dataSource, bench.sizes.logsOfOneKey, 1);
    await withServers([[SERVICE, url]], async ([service]) => {
      const all = await measure(bench, service, `GET /api/keys (${keys.toLocaleString('en')} keys)`, '/api/keys');
      const logs = bench.sizes.logsOfOneKey.toLocaleString('en');
      await measure(bench, service, `logs of a key with ${logs}: newest 100`, '/api/keys/1/logs');
      await measure(bench, service, `logs of a key with ${logs}: newest 1000`, '/api/keys/1/logs?limit=1000');
      judge(bench, all);
    });
  },
};

function judge({ engine, report }: Bench, { firstByte, growth }: Listing): void {
  report.required({
    scenario: 'lists',
    engine,
    text: 'GET /api/keys: first byte',
    value: firstByte / 1000,
    unit: 's',
    bound: { below: 0.3 },
  });
  report.required({
    scenario: 'lists',
    engine,
    text: 'GET /api/keys: growth of memory',
    value: growth / MEGABYTE,
    unit: 'MB',
    bound: { below: 50 },
  });
}

/** The median of three listings, of their growth the most: memory that one listing took is no longer growth in the next. */
async function measure(bench: Bench, service: ServerProcess, text: string, path: string): Promise<Listing> {
  const listings = [];
  for (let round = 0; round < 3; round++) listings.push(await list(service, path));
  const result: Listing = {
    firstByte: median(listings.map(({ firstByte }) => firstByte)),
    total: median(listings.map(({ total }) => total)),
    bytes: listings[0].bytes,
    growth: Math.max(...listings.map(({ growth }) => growth)),
  };
  const found = (what: string, value: number, unit: string): void =>
    bench.report.found({ scenario: 'lists', engine: bench.engine, text: `${text}, ${what}`, value, unit });
  found('first byte', result.firstByte, 'ms');
  found('total', result.total, 'ms');
  found('size', result.bytes / MEGABYTE, 'MB');
  found('growth of memory', result.growth / MEGABYTE, 'MB');
  return result;
}

async function list(service: ServerProcess, path: string): Promise<Listing> {
  const before = await service.memory();
  const start = performance.now();
  const response = await send(service.url, { method: 'GET', path });
  if (response.statusCode !== 200) throw new Error(`GET ${path} was answered ${response.statusCode}`);
  let firstByte = 0;
  let bytes = 0;
  let end: number | undefined;
  response.on('data', (chunk: Buffer) => {
    firstByte ||= performance.now() - start;
    bytes += chunk.length;
    end = chunk.at(-1);
  });
  const ended = new Promise<'ended'>((resolve, reject) => {
    response.once('end', () => resolve('ended'));
    response.once('error', reject);
  });
  let peak = before;
  do peak = Math.max(peak, await service.memory());
  while ((await Promise.race([ended, sleep(MEMORY_EVERY_MS)])) !== 'ended');
  const total = performance.now() - start;
  if (end !== CLOSING_BRACKET) throw new Error(`GET ${path} was cut short after ${bytes} bytes`);
  return { firstByte, total, bytes, growth: peak - before };
}
