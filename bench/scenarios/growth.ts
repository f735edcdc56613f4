import { type Bench, type Scenario, withServers } from '../bench';
import { compare, type Contender } from '../comparison';
import { seedKeys, seedLogs } from '../databases/seed';
import { checksOf } from '../load/request-line';
import { SERVICE } from '../paths';

/** Keys that the load touches: far more than a round has requests for, so that few are met twice. */
const MOST_CHECKED = 100_000;

export const growth: Scenario = {
  name: 'growth',
  title: 'POST /api/check as the table of keys grows, with as many logs as keys',
  async run(bench) {
    const databases = [];
    for (const size of bench.sizes.growth) databases.push(await seeded(bench, size));
    const starts = databases.map(({ url }) => [SERVICE, url] as const);
    await withServers(starts, async (servers) => {
      const contenders = bench.sizes.growth.map((size, index): Contender => ({
        name: nameOf(size),
        servers: [servers[index]],
        requests: checksOf(Math.min(size, MOST_CHECKED), size),
      }));
      const comparison = await compare(bench, 'growth', contenders);
      bench.report.required({
        scenario: 'growth',
        engine: bench.engine,
        text: `check: ${contenders[contenders.length - 1].name} / ${contenders[0].name}`,
        value: comparison.throughputRatio(contenders[contenders.length - 1].name, contenders[0].name),
        unit: '',
        bound: { atLeast: 0.8 },
      });
    });
  },
};

const nameOf = (size: number): string => `${size.toLocaleString('en')} keys`;

async function seeded(bench: Bench, size: number): Promise<{ url: string }> {
  const database = await bench.createDatabase();
  await seedKeys(database.dataSource, size);
  await seedLogs(database.dataSource, size, size);
  return database;
}
