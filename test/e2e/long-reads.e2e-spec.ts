import { execFile } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { beside, check, CROWDS, HALVES } from '../support/long-reads';
import { insertKeys } from '../support/many-keys';
import { openBeside } from '../support/open-beside';
import { type Scenario, startScenario } from '../support/scenario';
import { ADMIN_KEY } from '../support/service';

const KEYS = 100_000;
const ALONE_MS = 500;
/** In a second, the first part of a list or of a search may not have come to its end. */
const BESIDE_MS = 2000;
/** Lists that may be under way at a time. */
const STREAMS = 100;
/** More than the service has after checks alone: fifty lists take 45 to 58 MB. Fifty answers that nobody takes would be 1.5 GB. */
const MOST_MORE_MEMORY = 80e6;

/** With room for a machine that has other things to do; without limits it is between a hundredth and a seventh. */
const LEAST_SHARE = 0.3;
const MOST_P99 = 4;
const NOISE_MS = 100;

let scenario: Scenario;
const asked = () => ({ url: scenario.service.url, apiKey: ADMIN_KEY });

beforeAll(async () => {
  scenario = await startScenario({}, { isNew: true });
  const dataSource = await openBeside(scenario.database);
  await insertKeys(dataSource, KEYS);
  await dataSource.query(HALVES);
  await dataSource.destroy();
  // What runs for the first time is slower.
  await check(asked(), KEYS, ALONE_MS);
}, 120_000);
afterAll(() => scenario.close());

async function memory(): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(scenario.service.pid)]);
  return Number(stdout) * 1024;
}

it.each(CROWDS)(
  'lets checks go on beside $name, in bounded memory',
  async (crowd) => {
    const alone = { ...(await check(asked(), KEYS, ALONE_MS)), memory: await memory() };
    const { result, taken } = await beside(asked(), crowd, async () => {
      const pace = await check(asked(), KEYS, BESIDE_MS);
      return { ...pace, memory: await memory() };
    });
    // They were there all the time, and got something.
    expect(taken.bytes).toBeGreaterThan(0);
    expect(result.refused).toBe(0);
    expect(result.perSecond / alone.perSecond).toBeGreaterThan(LEAST_SHARE);
    expect(result.p99).toBeLessThan(MOST_P99 * alone.p99 + NOISE_MS);
    expect(result.memory).toBeLessThan(alone.memory + MOST_MORE_MEMORY);
  },
  30_000,
);

/** Asks for the whole list, and takes nothing but its beginning. */
function beginList(): Promise<Socket> {
  const { hostname, port } = new URL(scenario.service.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    socket.write(`GET /api/keys HTTP/1.1\r\nHost: keylink\r\nx-api-key: ${ADMIN_KEY}\r\n\r\n`);
    socket.once('data', () => resolve(socket.pause()));
    socket.once('error', reject);
  });
}

it('refuses lists with 503 and Retry-After when too many are under way, and nothing else', async () => {
  const { admin } = scenario;
  const lists = await Promise.all(Array.from({ length: STREAMS }, beginList));
  const start = performance.now();
  const [refused, page, found, ready, checked] = await Promise.all([
    admin.get('/api/keys'),
    admin.get('/api/keys?limit=2'),
    admin.get('/api/keys?uid=nobody-here&limit=10'),
    admin.get('/health/ready'),
    admin.post('/api/check/1'),
  ]);
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1']);
  expect(performance.now() - start).toBeLessThan(3000);
  expect([page.status, page.body.length, found.status, found.body]).toEqual([200, 2, 200, []]);
  expect([ready.status, checked.status]).toEqual([200, 200]);
  // Their clients leave, and so does their work.
  for (const list of lists) list.destroy();
  const afterwards = await admin.get(`/api/keys?locked=true&after=${KEYS - 10}`);
  expect([afterwards.status, afterwards.body.length]).toEqual([200, 5]);
});
