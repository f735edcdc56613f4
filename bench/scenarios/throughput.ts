import { type Bench, type Scenario, withServers } from '../bench';
import { compare, type Comparison } from '../comparison';
import { seedKeys, seedLinks } from '../databases/seed';
import { checksOf, redirectsOf, type RequestLine } from '../load/request-line';
import { MEGABYTE } from '../numbers';
import { LIMIT, PLAIN, SERVICE } from '../paths';

const MOST_MEGABYTES = 200;
const MOST_TIMES_P99_OF_LIMIT = 3;

/** Least that the service must reach: as a share of the limit, and in times the plain service. */
interface Shares {
  readonly ofLimit: number;
  readonly timesPlain: Readonly<Record<Bench['engine'], number>>;
}

export const check: Scenario = {
  name: 'check',
  title: 'POST /api/check, 64 connections, over 10,000 keys',
  run: (bench) =>
    throughput(bench, 'check', checksOf(bench.sizes.keys), {
      ofLimit: 0.75,
      timesPlain: { mysql: 10, embedded: 5 },
    }),
};

export const redirect: Scenario = {
  name: 'redirect',
  title: 'GET /{name}, 64 connections, over 10,000 links',
  run: (bench) =>
    throughput(bench, 'redirect', redirectsOf(bench.sizes.keys), {
      ofLimit: 0.65,
      timesPlain: { mysql: 8, embedded: 5 },
    }),
};

async function throughput(bench: Bench, name: string, requests: readonly RequestLine[], least: Shares): Promise<void> {
  const { url, dataSource } = await bench.createDatabase();
  await seedKeys(dataSource, bench.sizes.keys);
  await seedLinks(dataSource, bench.sizes.keys);
  const starts = [
    [SERVICE, url],
    [LIMIT, url],
    [PLAIN, url],
  ] as const;
  await withServers(starts, async ([service, limit, plain]) => {
    const contenders = [
      { name: 'service', servers: [service], requests },
      { name: 'limit', servers: [limit], requests },
      { name: 'plain', servers: [plain], requests },
    ];
    // One file has one writing process.
    if (bench.engine === 'embedded') return judge(bench, name, await compare(bench, name, contenders), least);
    await withServers([[SERVICE, url]], async ([second]) => {
      const pair = { name: 'service, 2 instances', servers: [service, second], requests };
      judge(bench, name, await compare(bench, name, [...contenders, pair]), least);
    });
  });
}

function judge({ engine, report }: Bench, scenario: string, comparison: Comparison, least: Shares): void {
  report.required({
    scenario,
    engine,
    text: `${scenario}: service / limit`,
    value: comparison.throughputRatio('service', 'limit'),
    unit: '',
    bound: { atLeast: least.ofLimit },
  });
  report.required({
    scenario,
    engine,
    text: `${scenario}: service / plain`,
    value: comparison.throughputRatio('service', 'plain'),
    unit: '',
    bound: { atLeast: least.timesPlain[engine] },
  });
  report.required({
    scenario,
    engine,
    text: `${scenario}: memory of the service after the load`,
    value: comparison.memory('service') / MEGABYTE,
    unit: 'MB',
    bound: { below: MOST_MEGABYTES },
  });
  if (scenario !== 'check') return;
  report.required({
    scenario,
    engine,
    text: 'check: p99 of the service / p99 of the limit',
    value: comparison.p99Ratio('service', 'limit'),
    unit: '',
    bound: { below: MOST_TIMES_P99_OF_LIMIT },
  });
}
