import { join, relative } from 'node:path';
import type { Scenario } from './bench';
import { BenchDatabase, type Engine } from './databases/bench-database';
import { findMysqlServer, type MysqlServer } from './databases/mysql-server';
import { LoadGenerator } from './load/generator';
import { type Options, readOptions } from './options';
import { ROOT } from './paths';
import { describeMachine } from './report/machine';
import { targetTable } from './report/markdown';
import { isReached, Report } from './report/report';
import { keep, readResults, resultsOf, writeResults } from './report/results';
import { interrupt } from './server-process';
import { consoleScenario } from './scenarios/console';
import { durability } from './scenarios/durability';
import { events } from './scenarios/events';
import { growth } from './scenarios/growth';
import { hot } from './scenarios/hot';
import { keyRead } from './scenarios/key-read';
import { latency } from './scenarios/latency';
import { lists } from './scenarios/lists';
import { plans } from './scenarios/plans';
import { sales } from './scenarios/sales';
import { seats } from './scenarios/seats';
import { signing } from './scenarios/signing';
import { start } from './scenarios/start';
import { steady } from './scenarios/steady';
import { check, redirect } from './scenarios/throughput';
import { traces } from './scenarios/traces';
import { transfer } from './scenarios/transfer';
import { uses } from './scenarios/uses';
import { visits } from './scenarios/visits';

const SCENARIOS: readonly Scenario[] = [
  start,
  check,
  redirect,
  visits,
  keyRead,
  hot,
  seats,
  plans,
  uses,
  sales,
  signing,
  traces,
  latency,
  growth,
  lists,
  events,
  transfer,
  consoleScenario,
  durability,
  steady,
];
/** Whatever hangs, the run ends. */
const LONGEST_RUN_MS = 2 * 60 * 60 * 1000;

/** Where the results that are worth keeping are. */
const KEPT = join(ROOT, 'bench');

const tell = (line: string): void => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const names = SCENARIOS.map(({ name }) => name);
  const options = readOptions(process.argv.slice(2), names);
  const generator = new LoadGenerator();
  const report = new Report(tell);
  const kept = options.merge ? readResults(KEPT) : undefined;
  try {
    const mysql = options.engines.includes('mysql') ? await findMysqlServer(process.env) : undefined;
    const machine = describeMachine(generator.name, mysql, await sqliteVersion());
    if (kept) keep(report, kept, machine, options.scenarios, options.engines);
    for (const engine of options.engines) await runOn(engine, mysql, options, generator, report);
    const folder = options.merge || options.complete ? KEPT : join(ROOT, 'dist-bench');
    const results = resultsOf(report, machine, kept, names);
    writeResults(folder, results);
    tell(`\nWritten to ${relative(ROOT, folder)}/RESULTS.md and results.json.`);
    tell(['', ...targetTable(results.targets), ''].join('\n'));
    process.exitCode = results.targets.every(isReached) ? 0 : 1;
  } finally {
    generator.close();
  }
}

async function runOn(
  engine: Engine,
  mysql: MysqlServer | undefined,
  { scenarios, sizes }: Options,
  generator: LoadGenerator,
  report: Report,
): Promise<void> {
  for (const scenario of SCENARIOS.filter(({ name }) => scenarios.includes(name))) {
    tell(`\n${engine}: ${scenario.title}`);
    const databases: BenchDatabase[] = [];
    const createDatabase = async (): Promise<BenchDatabase> => {
      const database =
        mysql && engine === 'mysql' ? BenchDatabase.createOnServer(mysql.url) : BenchDatabase.createEmbedded();
      databases.push(await database);
      return database;
    };
    try {
      await scenario.run({ engine, sizes, generator, report, createDatabase });
    } finally {
      for (const database of databases) await database.drop();
    }
  }
  requireSoundness(engine, mysql, report);
}

/** What all the other numbers rest on. */
function requireSoundness(engine: Engine, mysql: MysqlServer | undefined, report: Report): void {
  const own = report.measurements.filter((measurement) => measurement.engine === engine);
  const common = { scenario: 'all', engine, unit: '' };
  report.required({
    ...common,
    text: 'requests that failed, of all servers',
    value: own.reduce((sum, { errors }) => sum + errors, 0),
    bound: { below: 1 },
  });
  if (engine !== 'mysql' || !mysql) return;
  report.required({
    ...common,
    text: 'innodb_flush_log_at_trx_commit and sync_binlog are 1',
    value: mysql.flushLogAtCommit === 1 && mysql.syncBinlog === 1 ? 1 : 0,
    bound: { atLeast: 1 },
  });
}

async function sqliteVersion(): Promise<string> {
  const database = await BenchDatabase.createEmbedded();
  try {
    const rows = (await database.dataSource.query('SELECT sqlite_version() AS version')) as { version: string }[];
    return rows[0].version;
  } finally {
    await database.drop();
  }
}

setTimeout(() => {
  process.stderr.write('The benchmark took too long and is ended.\n');
  interrupt();
}, LONGEST_RUN_MS).unref();
// A second signal ends it at once.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt);

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
