import { type Scenario, withServers } from '../bench';
import { compare } from '../comparison';
import { seedKeys } from '../databases/seed';
import { keyReadsOf } from '../load/request-line';
import { PLAIN, SERVICE } from '../paths';

export const keyRead: Scenario = {
  name: 'key-read',
  title: 'GET /api/keys/{id}, 64 connections, over 10,000 keys',
  async run(bench) {
    const { url, dataSource } = await bench.createDatabase();
    await seedKeys(dataSource, bench.sizes.keys);
    const requests = keyReadsOf(bench.sizes.keys);
    const starts = [
      [SERVICE, url],
      [PLAIN, url],
    ] as const;
    await withServers(starts, async ([service, plain]) => {
      const comparison = await compare(bench, 'key-read', [
        { name: 'service', servers: [service], requests },
        { name: 'plain', servers: [plain], requests },
      ]);
      bench.report.required({
        scenario: 'key-read',
        engine: bench.engine,
        text: 'GET /api/keys/{id}: service / plain',
        value: comparison.throughputRatio('service', 'plain'),
        unit: '',
        bound: { atLeast: 4 },
      });
    });
  },
};
