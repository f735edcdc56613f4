import { type Bench, CONNECTIONS } from './bench';
import type { LoadResult } from './load/generator';
import { probe } from './load/probe';
import type { RequestLine } from './load/request-line';
import { median } from './numbers';
import type { Sizes } from './options';
import type { ServerProcess } from './server-process';

/** One of those that are loaded in turn. */
export interface Contender {
  readonly name: string;
  /** The connections are spread over these. */
  readonly servers: readonly ServerProcess[];
  readonly requests: readonly RequestLine[];
  /** Does something else for as long as a load runs. */
  readonly beside?: <T>(load: () => Promise<T>) => Promise<T>;
}

/** What a comparison needs. */
type Measuring = Pick<Bench, 'engine' | 'generator' | 'report'> & {
  readonly sizes: Pick<Sizes, 'rounds' | 'roundSeconds' | 'warmUpSeconds'>;
};

interface Round extends LoadResult {
  /** Seconds that the servers' processes took of the processors, for each request. */
  readonly processorPerRequest: number;
}

/** What alternating rounds measured. */
export class Comparison {
  constructor(
    private readonly results: ReadonlyMap<string, readonly Round[]>,
    private readonly memories: ReadonlyMap<string, number>,
  ) {}

  /** How many times as many requests the first one answered: the median of the ratios of each round. */
  throughputRatio(name: string, other: string): number {
    return this.medianOfRounds(name, other, (a, b) => a.requestsPerSecond / b.requestsPerSecond);
  }

  /** How much less of the processor the first one takes for a request: hardly moved by what else the machine does. */
  processorRatio(name: string, other: string): number {
    return this.medianOfRounds(name, other, (a, b) => b.processorPerRequest / a.processorPerRequest);
  }

  /** How many times as long the slowest hundredth took. */
  p99Ratio(name: string, other: string): number {
    return this.medianOfRounds(name, other, (a, b) => a.p99 / b.p99);
  }

  /** How much longer the median request took, in milliseconds. */
  p50Difference(name: string, other: string): number {
    return this.medianOfRounds(name, other, (a, b) => a.p50 - b.p50);
  }

  /** Resident memory after the last round, in bytes. */
  memory(name: string): number {
    return this.memories.get(name) ?? Number.NaN;
  }

  roundsOf(name: string): readonly Round[] {
    return this.results.get(name) ?? [];
  }

  private medianOfRounds(name: string, other: string, of: (a: Round, b: Round) => number): number {
    const others = this.roundsOf(other);
    return median(this.roundsOf(name).map((result, round) => of(result, others[round])));
  }
}

/**
 * Loads each contender once a round, beginning with another one each round, so that whatever else the machine
 * does falls on all of them alike.
 */
export async function compare(
  bench: Measuring,
  scenario: string,
  contenders: readonly Contender[],
  connections = CONNECTIONS,
): Promise<Comparison> {
  const { rounds, roundSeconds, warmUpSeconds } = bench.sizes;
  const results = new Map(contenders.map(({ name }) => [name, [] as Round[]]));
  const load = async ({ servers, requests, beside }: Contender, seconds: number): Promise<Round> => {
    const urls = servers.map(({ url }) => url);
    const run = (): Promise<LoadResult> => bench.generator.run(urls, requests, connections, seconds);
    const before = await processorOf(servers);
    const result = await (beside ? beside(run) : run());
    const processor = (await processorOf(servers)) - before;
    return { ...result, processorPerRequest: processor / (result.requestsPerSecond * seconds) };
  };
  for (const contender of contenders) {
    const { servers, requests } = contender;
    const samples = [requests[0], requests[requests.length >> 1], requests[requests.length - 1]];
    for (const { url } of servers) for (const sample of samples) await probe(url, sample);
    await load(contender, warmUpSeconds);
  }
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < contenders.length; turn++) {
      const contender = contenders[(round + turn) % contenders.length];
      results.get(contender.name)?.push(await load(contender, roundSeconds));
    }
  }
  const memories = new Map<string, number>();
  for (const { name, servers } of contenders) memories.set(name, await memoryOf(servers));
  const comparison = new Comparison(results, memories);
  record(bench, scenario, contenders, comparison);
  return comparison;
}

async function processorOf(servers: readonly ServerProcess[]): Promise<number> {
  const seconds = await Promise.all(servers.map((server) => server.processorSeconds()));
  return seconds.reduce((sum, each) => sum + each, 0);
}

async function memoryOf(servers: readonly ServerProcess[]): Promise<number> {
  const memories = await Promise.all(servers.map((server) => server.memory()));
  return memories.reduce((sum, memory) => sum + memory, 0);
}

function record(
  { engine, report }: Measuring,
  scenario: string,
  contenders: readonly Contender[],
  comparison: Comparison,
): void {
  for (const { name } of contenders) {
    const rounds = comparison.roundsOf(name);
    report.measured({
      scenario,
      engine,
      server: name,
      requestsPerSecond: median(rounds.map(({ requestsPerSecond }) => requestsPerSecond)),
      ratio: comparison.throughputRatio(name, contenders[0].name),
      p50: median(rounds.map(({ p50 }) => p50)),
      p99: median(rounds.map(({ p99 }) => p99)),
      errors: rounds.reduce((sum, { errors }) => sum + errors, 0),
      memory: comparison.memory(name),
      rounds: rounds.map(({ requestsPerSecond }) => Math.round(requestsPerSecond)),
    });
  }
}
