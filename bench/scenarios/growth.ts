import { type Bench, type Scenario, withServers } from '../bench';
import { compare, type Contender } from '../comparison';
import { seedKeys, seedLogs } from '../databases/seed';
import { checksOf } from '../load/request-line';
import { LIMIT, SERVICE } from '../paths';
import type { ServerProcess } from '../server-process';

/** Keys that the load touches: far more than a round has requests for, so that few are met twice. */
const MOST_CHECKED = 100_000;

export const growth: Scenario = {
  name: 'growth',
  title: 'POST /api/check as the table of keys grows, with as many logs as keys',
  async run(bench) {
    const { growth: sizes } = bench.sizes;
    const [smallest, largest] = [sizes[0], sizes[sizes.length - 1]];
    const starts: [string, string][] = [];
    for (const size of sizes) starts.push([SERVICE, await seeded(bench, size)]);
    // On a database of its own: what it wrote between two rounds would drop the service's page cache.
    starts.push([LIMIT, await seeded(bench, largest)]);
    await withServers(starts, async (servers) => {
      const contenders = sizes.map((size, index): Contender => contender(nameOf(size), servers[index], size));
      const limit = contender(`limit, ${nameOf(largest)}`, servers[sizes.length], largest);
      const comparison = await compare(bench, 'growth', [...contenders, limit]);
      const toSmallest = comparison.throughputRatio(nameOf(largest), nameOf(smallest));
      const toLimit = comparison.throughputRatio(nameOf(largest), limit.name);
      reportGrowth(bench, `check: ${nameOf(largest)} / ${nameOf(smallest)}`, toSmallest);
      mustReach(bench, `check of ${nameOf(largest)}: service / limit`, toLimit, 0.75);
    });
  },
};

/** On the embedded database this is SQLite's own: there the service is held against its limit on a file of the same size. */
function reportGrowth(bench: Bench, text: string, value: number): void {
  if (bench.engine === 'mysql') mustReach(bench, text, value, 0.8);
  else bench.report.found({ scenario: 'growth', engine: bench.engine, text, value, unit: '' });
}

function mustReach({ report, engine }: Bench, text: string, value: number, atLeast: number): void {
  report.required({ scenario: 'growth', engine, text, value, unit: '', bound: { atLeast } });
}

const nameOf = (size: number): string => `${size.toLocaleString('en')} keys`;

function contender(name: string, server: ServerProcess, size: number): Contender {
  return { name, servers: [server], requests: checksOf(Math.min(size, MOST_CHECKED), size) };
}

/** @returns the URL of a database with so many license keys, and as many logs */
async function seeded(bench: Bench, size: number): Promise<string> {
  const database = await bench.createDatabase();
  await seedKeys(database.dataSource, size);
  await seedLogs(database.dataSource, size, size);
  return database.url;
}
