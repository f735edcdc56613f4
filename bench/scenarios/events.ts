import { type Bench, type Scenario, withServers } from '../bench';
import { compare } from '../comparison';
import { seedEvents, seedKeys } from '../databases/seed';
import { readText, send } from '../load/http-client';
import { changesOf, creationsOf } from '../load/request-line';
import { median } from '../numbers';
import { SERVICE } from '../paths';
import type { Target } from '../report/report';
import type { ServerProcess } from '../server-process';

const LOADS = { create: creationsOf, update: changesOf };
const TIMES = 5;

export const events: Scenario = {
  name: 'events',
  title: 'license keys created and changed, and the feed, where very many events are kept already',
  async run(bench) {
    const { keys, events: many } = bench.sizes;
    const starts: [string, string][] = [];
    for (const count of [0, many]) {
      const { url, dataSource } = await bench.createDatabase();
      await seedKeys(dataSource, keys);
      await seedEvents(dataSource, count, keys);
      starts.push([SERVICE, url]);
    }
    await withServers(starts, async (servers) => {
      for (const [what, requestsOf] of Object.entries(LOADS)) {
        const requests = requestsOf(keys);
        const names = [`${what}, no events`, `${what}, ${many.toLocaleString('en')} events`];
        const contenders = servers.map((server, index) => ({ name: names[index], servers: [server], requests }));
        const comparison = await compare(bench, 'events', contenders);
        mustReach(bench, `${what}: with ${many.toLocaleString('en')} events / without`, {
          value: comparison.throughputRatio(names[1], names[0]),
          unit: '',
          bound: { atLeast: 0.9 },
        });
      }
      await lookInto(bench, servers[1], many);
    });
  },
};

/** What followers and people ask for. A search for what is rare ends after a second, and says where to go on. */
async function lookInto(bench: Bench, service: ServerProcess, many: number): Promise<void> {
  const middle = Math.floor(many / 2);
  for (const [what, query, below] of [
    ['the first 1000', 'after=0&limit=1000', 300],
    ['1000 in the middle', `after=${middle}&limit=1000`, 300],
    ['a type that there is none of', `after=${middle}&types=link.created`, 1500],
    ['the newest 100', 'order=newest', 300],
  ] as const) {
    const value = await timeOf(service, `/api/events?${query}`);
    mustReach(bench, `the feed: ${what}`, { value, unit: 'ms', bound: { below } });
  }
}

async function timeOf(service: ServerProcess, path: string): Promise<number> {
  const times: number[] = [];
  for (let time = 0; time < TIMES; time++) {
    const start = performance.now();
    const response = await send(service.url, { method: 'GET', path });
    const text = await readText(response);
    if (response.statusCode !== 200) throw new Error(`${path} was answered ${response.statusCode}: ${text}`);
    times.push(performance.now() - start);
  }
  return median(times);
}

function mustReach({ report, engine }: Bench, text: string, measured: Pick<Target, 'value' | 'unit' | 'bound'>): void {
  report.required({ scenario: 'events', engine, text, ...measured });
}
