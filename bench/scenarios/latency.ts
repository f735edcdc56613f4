import { type Scenario, withServers } from '../bench';
import { compare } from '../comparison';
import { seedKeys } from '../databases/seed';
import { checksOf } from '../load/request-line';
import { LIMIT, SERVICE } from '../paths';

export const latency: Scenario = {
  name: 'latency',
  title: 'POST /api/check by a lone client',
  async run(bench) {
    const { url, dataSource } = await bench.createDatabase();
    await seedKeys(dataSource, bench.sizes.keys);
    const requests = checksOf(bench.sizes.keys);
    const starts = [
      [SERVICE, url],
      [LIMIT, url],
    ] as const;
    await withServers(starts, async ([service, limit]) => {
      const contenders = [
        { name: 'service', servers: [service], requests },
        { name: 'limit', servers: [limit], requests },
      ];
      const comparison = await compare(bench, 'latency', contenders, 1);
      bench.report.required({
        scenario: 'latency',
        engine: bench.engine,
        text: 'lone check: median of the service beyond the limit',
        value: comparison.p50Difference('service', 'limit'),
        unit: 'ms',
        bound: { below: 1.5 },
      });
    });
  },
};
