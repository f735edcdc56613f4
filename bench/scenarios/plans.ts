import { type Bench, type Scenario, withServers } from '../bench';
import { compare } from '../comparison';
import { licenseKey, seedKeys } from '../databases/seed';
import { readText, send } from '../load/http-client';
import { checksOf, type RequestLine } from '../load/request-line';
import { SERVICE } from '../paths';
import type { ServerProcess } from '../server-process';

/** Its plan is that of all license keys but the first ones. */
const PRODUCT = 0;
/** Rows that one statement changes. */
const CHUNK = 100_000;

export const plans: Scenario = {
  name: 'plans',
  title: 'POST /api/check of license keys that have a plan, and a plan of very many that changes',
  async run(bench) {
    const { keys, growth } = bench.sizes;
    const { url, dataSource } = await bench.createDatabase();
    const many = growth[growth.length - 1];
    await seedKeys(dataSource, many);
    await dataSource.query(
      `INSERT INTO plans (product, code, name, starts, trial, graceDays, entitlements, createdAt)
       VALUES (${PRODUCT}, 'pro', 'Pro', 'creation', 0, 7, '{"export":true,"projects":50}', 1767225600000)`,
    );
    for (let first = keys + 1; first <= many; first += CHUNK)
      await dataSource.query(
        `UPDATE license_keys SET product = ${PRODUCT}, plan = 'pro' WHERE id >= ${first} AND id < ${first + CHUNK}`,
      );
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
  const check = async () => {
    const body = JSON.stringify({ id: key, require: ['sync'] });
    const text = await readText(await send(other.url, { method: 'POST', path: '/api/check', body }));
    return (JSON.parse(text) as { pass: boolean }).pass;
  };
  if (await check()) throw new Error('The plan has what it is to get.');
  const start = performance.now();
  const change = JSON.stringify({ entitlements: { sync: true } });
  await readText(await send(service.url, { method: 'PUT', path: `/api/products/${PRODUCT}/plans/pro`, body: change }));
  const milliseconds = performance.now() - start;
  if (!(await check())) throw new Error('The next check did not see the changed plan.');
  bench.report.required({
    scenario: 'plans',
    engine: bench.engine,
    text: `a plan of ${(keys - bench.sizes.keys).toLocaleString('en')} keys changed, and seen by the next check`,
    value: milliseconds,
    unit: 'ms',
    bound: { below: 1000 },
  });
}
