import { type Bench, type Scenario, withServers } from '../bench';
import { compare } from '../comparison';
import { seedKeys, seedLinks } from '../databases/seed';
import { checksOf, redirectsOf, type RequestLine } from '../load/request-line';
import { SERVICE } from '../paths';
import type { ServerProcess } from '../server-process';

export const hot: Scenario = {
  name: 'hot',
  title: 'All 64 clients on one key or link, against 10,000',
  async run(bench) {
    const { keys } = bench.sizes;
    const { url, dataSource } = await bench.createDatabase();
    await seedKeys(dataSource, keys);
    await seedLinks(dataSource, keys);
    await withServers([[SERVICE, url]], async ([service]) => {
      await compareOneWithMany(bench, service, 'key', checksOf(keys));
      await compareOneWithMany(bench, service, 'link', redirectsOf(keys));
    });
  },
};

async function compareOneWithMany(
  bench: Bench,
  service: ServerProcess,
  what: string,
  requests: RequestLine[],
): Promise<void> {
  const [many, one] = [`many ${what}s`, `one ${what}`];
  const comparison = await compare(bench, `hot ${what}`, [
    { name: many, servers: [service], requests },
    { name: one, servers: [service], requests: requests.slice(0, 1) },
  ]);
  bench.report.required({
    scenario: 'hot',
    engine: bench.engine,
    text: `hot ${what}: one / many`,
    value: comparison.throughputRatio(one, many),
    unit: '',
    bound: { atLeast: 0.8 },
  });
}
