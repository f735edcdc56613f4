import type { BenchDatabase, Engine } from './databases/bench-database';
import type { LoadGenerator } from './load/generator';
import type { Sizes } from './options';
import type { Report } from './report/report';
import { ServerProcess } from './server-process';

/** What a scenario works with. */
export interface Bench {
  readonly engine: Engine;
  readonly sizes: Sizes;
  readonly generator: LoadGenerator;
  readonly report: Report;
  /** An empty database with the service's schema; it is dropped when the scenario ends. */
  createDatabase(): Promise<BenchDatabase>;
}

export interface Scenario {
  readonly name: string;
  readonly title: string;
  run(bench: Bench): Promise<void>;
}

/** Connections of every load that isn't said to be a lone client's. */
export const CONNECTIONS = 64;

type ServerStart = readonly [script: string, databaseUrl: string, settings?: Readonly<Record<string, string>>];

/** Starts servers one after another, runs `work`, and stops them whatever happens. */
export async function withServers<const T extends readonly ServerStart[]>(
  starts: T,
  work: (servers: { [K in keyof T]: ServerProcess }) => Promise<void>,
): Promise<void> {
  const servers: ServerProcess[] = [];
  try {
    for (const start of starts) servers.push(await ServerProcess.start(...start));
    await work(servers as { [K in keyof T]: ServerProcess });
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}
