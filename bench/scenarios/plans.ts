import { type Bench, type Scenario, withServers } from '../bench';
import { compare } from '../comparison';
import { licenseKey, seedKeys } from '../databases/seed';
import { readText, send } from '../load/http-client';
import { checksOf, type RequestLine } from '../load/request-line';
import { SERVICE } from '../paths';
import type { ServerProcess } from '../server-process';

/** Products of the seeded license keys: 0 to 19. */
const PRODUCTS = 20;

export const plans: Scenario = {
  name: 'plans',
  title: 'POST /api/check of license keys that have a plan, and a plan of very many that changes',
  async run(bench) {
    const { keys, growth } = bench.sizes;
    const { url, dataSource } = await bench.createDatabase();
    const many = growth[growth.length - 1];
    await seedKeys(dataSource, many);
    for (let product = 0; product < PRODUCTS; product++)
      await dataSource.query(
        `INSERT INTO plans (product, code, name, starts, trial, graceDays, entitlements, createdAt)
         VALUES (${product}, 'pro', 'Pro', 'creation', 0, 7, '{"export":true,"projects":50}', 1767225600000)`,
      );
    // All but the first ones, which stay without.
    await dataSource.query(`UPDATE license_keys SET plan = 'pro' WHERE id > ${keys}`);
    const starts =
      bench.engine === 'mysql'
        ? ([
            [SERVICE, url],
            [SERVICE, url],
          ] as const)
        : ([[SERVICE, url]] as const);
    await withServers(starts, async (servers) => {
      await compareWithPlanless(bench, servers[0]);
      await changeOne(bench, servers[0], servers[servers.length - 1], many);
    });
  },
};

async function compareWithPlanless(bench: Bench, service: ServerProcess): Promise<void> {
  const { keys } = bench.sizes;
  const planned = Array.from({ length: keys }, (_, index): RequestLine => {
    const body = JSON.stringify({ id: licenseKey(keys + 1 + ((index * 7919) % keys)) });
    return { method: 'POST', path: '/api/check', body };
  });
  const comparison = await compare(bench, 'plans', [
    { name: 'no plan', servers: [service], requests: checksOf(keys) },
    { name: 'a plan', servers: [service], requests: planned },
  ]);
  bench.report.required({
    scenario: 'plans',
    engine: bench.engine,
    text: 'checks of keys with a plan / without',
    value: comparison.throughputRatio('a plan', 'no plan'),
    unit: '',
    bound: { atLeast: 0.85 },
  });
}

/** @param other another instance, where there can be one */
async function changeOne(bench: Bench, service: ServerProcess, other: ServerProcess, keys: number): Promise<void> {
  const key = licenseKey(keys);
  const product = keys % PRODUCTS;
  const check = async () => {
    const body = JSON.stringify({ id: key, require: ['sync'] });
    const text = await readText(await send(other.url, { method: 'POST', path: '/api/check', body }));
    return (JSON.parse(text) as { pass: boolean }).pass;
  };
  if (await check()) throw new Error('The plan has what it is to get.');
  const start = performance.now();
  const change = JSON.stringify({ entitlements: { sync: true } });
  await readText(await send(service.url, { method: 'PUT', path: `/api/products/${product}/plans/pro`, body: change }));
  const milliseconds = performance.now() - start;
  if (!(await check())) throw new Error('The next check did not see the changed plan.');
  bench.report.required({
    scenario: 'plans',
    engine: bench.engine,
    text: `a plan of ${(keys / PRODUCTS).toLocaleString('en')} keys changed, and seen by the next check`,
    value: milliseconds,
    unit: 'ms',
    bound: { below: 1000 },
  });
}
