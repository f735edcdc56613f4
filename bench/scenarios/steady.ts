import { type Scenario, withServers } from '../bench';
import { compare } from '../comparison';
import { seedKeys, seedLinks } from '../databases/seed';
import { checksOf, redirectsOf } from '../load/request-line';
import { median, MEGABYTE } from '../numbers';
import { SERVICE } from '../paths';
import type { ServerProcess } from '../server-process';

const MEMORY_EVERY_MS = 1000;
/** What the end of the load may use beyond its beginning, once it is warm. */
const MOST_GROWTH_MEGABYTES = 10;

export const steady: Scenario = {
  name: 'steady',
  title: 'Memory of the service under a steady load of checks and visits (only with --long)',
  async run(bench) {
    const { keys, steadySeconds } = bench.sizes;
    const { url, dataSource } = await bench.createDatabase();
    await seedKeys(dataSource, keys);
    await seedLinks(dataSource, keys);
    const requests = [...checksOf(keys), ...redirectsOf(keys)];
    const oneRound = { ...bench, sizes: { ...bench.sizes, rounds: 1, roundSeconds: steadySeconds } };
    await withServers([[SERVICE, url]], async ([service]) => {
      const samples = await whileSampling(service, () =>
        compare(oneRound, 'steady', [{ name: 'service', servers: [service], requests }]),
      );
      const fifth = Math.floor(samples.length / 5);
      // The first fifth is the heap finding its size.
      const growth = median(samples.slice(-fifth)) - median(samples.slice(fifth, 2 * fifth));
      const common = { scenario: 'steady', engine: bench.engine, unit: 'MB' };
      bench.report.required({
        ...common,
        text: `memory of the service, most in ${steadySeconds} s`,
        value: Math.max(...samples) / MEGABYTE,
        bound: { below: 200 },
      });
      bench.report.required({
        ...common,
        text: `growth of memory over ${steadySeconds} s`,
        value: growth / MEGABYTE,
        bound: { below: MOST_GROWTH_MEGABYTES },
      });
    });
  },
};

/** @returns the service's resident memory, second by second, while `work` ran */
async function whileSampling(service: ServerProcess, work: () => Promise<unknown>): Promise<number[]> {
  const samples: number[] = [];
  const sampling = setInterval(() => {
    service.memory().then(
      (memory) => samples.push(memory),
      () => clearInterval(sampling),
    );
  }, MEMORY_EVERY_MS);
  try {
    await work();
  } finally {
    clearInterval(sampling);
  }
  return samples;
}
