import { join } from 'node:path';
import { ROOT } from '../support/root';
import { readOptions } from './options';
import { describe, type Result, shortTable, succeeded } from './report';
import { keepResults } from './results';
import { NotRunError, type Outcome, type Row } from './row';
import { disableBeforeFailOver } from './rows/disable-before-fail-over';
import { disturbNetwork } from './rows/disturb-network';
import { fillDisk } from './rows/fill-disk';
import { followEvents } from './rows/follow-events';
import { followTable } from './rows/follow-table';
import { freezeClusterNode } from './rows/freeze-cluster-node';
import { freezeMysql } from './rows/freeze-mysql';
import { killClusterNode } from './rows/kill-cluster-node';
import { killGaleraNode } from './rows/kill-galera-node';
import { killMariadb } from './rows/kill-mariadb';
import { killMysql } from './rows/kill-mysql';
import { killService } from './rows/kill-service';
import { lagBehindPrimary } from './rows/lag-behind-primary';
import { moveClock } from './rows/move-clock';
import { longReads } from './rows/long-reads';
import { purgeLogs } from './rows/purge-logs';
import { orderSeats } from './rows/order-seats';
import { randomRequests } from './rows/random-requests';
import { restartCluster } from './rows/restart-cluster';
import { compareSeats } from './rows/compare-seats';
import { countUses } from './rows/count-uses';
import { crowd } from './rows/crowd';
import { rollingUpgrade } from './rows/rolling-upgrade';
import { sendWebhooks } from './rows/send-webhooks';
import { shareHotKeys } from './rows/share-hot-keys';
import { shareSeats } from './rows/share-seats';
import { starts } from './rows/starts';
import { stopService } from './rows/stop-service';
import { upgradeBesideReader } from './rows/upgrade-beside-reader';
import { weakDurability } from './rows/weak-durability';
import { Stage } from './stage';
import { makeFolder } from './support/leftovers';
import { MysqlProcess } from './support/mysql-process';

const ROWS: readonly Row[] = [
  killService,
  killMysql,
  weakDurability,
  freezeMysql,
  disturbNetwork,
  fillDisk,
  crowd,
  stopService,
  killGaleraNode,
  starts,
  moveClock,
  randomRequests,
  purgeLogs,
  shareHotKeys,
  killClusterNode,
  freezeClusterNode,
  restartCluster,
  disableBeforeFailOver,
  lagBehindPrimary,
  longReads,
  compareSeats,
  shareSeats,
  killMariadb,
  orderSeats,
  upgradeBesideReader,
  followTable,
  followEvents,
  sendWebhooks,
  countUses,
  rollingUpgrade,
];
/** Whatever is slow, the run is shorter than this; rows for which no time is left fail. */
const LONGEST_RUN_SECONDS = 2990;
/** Whatever hangs, the run ends. */
const LAST_SECONDS = 3060;
/** Where the results that are worth keeping are. */
const KEPT = join(ROOT, 'test/faults');

const tell = (text: string): void => void process.stdout.write(`${text}\n`);

async function main(): Promise<void> {
  const { rows, write } = readOptions(process.argv.slice(2), ROWS);
  const results: Result[] = [];
  for (const row of rows) {
    const left = LONGEST_RUN_SECONDS - performance.now() / 1000;
    const result = left > 0 ? await runRow(row, Math.min(row.seconds, left)) : notRun(row);
    tell(`\n${describe(result)}`);
    results.push(result);
  }
  tell(['', ...shortTable(results), ''].join('\n'));
  if (write) keepResults(KEPT, results);
  process.exit(results.every(succeeded) ? 0 : 1);
}

function notRun(row: Row): Result {
  return { row, seconds: 0, outcomes: [], failure: `was not run: ${LONGEST_RUN_SECONDS} s are over` };
}

async function runRow(row: Row, longestSeconds: number): Promise<Result> {
  const stage = new Stage(mysql);
  const start = performance.now();
  const outcomes: Outcome[] = [];
  const collect = async (): Promise<void> => {
    for await (const outcome of row.run(stage)) outcomes.push(outcome);
  };
  const reason = await withinTime(longestSeconds, collect()).then(() => undefined, explain);
  const failure = reason && reason + (await lastWords());
  const seconds = (performance.now() - start) / 1000;
  await stage.close();
  return { row, seconds, outcomes, failure };
}

function explain(error: unknown): string {
  if (error instanceof NotRunError) return `was not run: ${error.message}`;
  return (error instanceof Error && error.stack) || String(error);
}

/** Why MySQL ended, if no row brought it back. */
async function lastWords(): Promise<string> {
  const server = await sharedMysql?.catch(() => undefined);
  return !server || server.running ? '' : `\nMySQL has ended. Its last words:\n${server.lastErrors()}`;
}

function withinTime<T>(seconds: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`did not end within ${seconds.toFixed(0)} s`)), seconds * 1000);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

let sharedMysql: Promise<MysqlProcess> | undefined;

/** Started when the first row needs it. */
async function mysql(): Promise<MysqlProcess> {
  sharedMysql ??= MysqlProcess.create(makeFolder().path);
  await (await sharedMysql).recover();
  return sharedMysql;
}

function end(reason: string): never {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}

setTimeout(() => end('The run took too long and is ended.'), LAST_SECONDS * 1000).unref();
// What was started is ended and removed when the process exits.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end(`${signal}: the run is ended.`));

main().catch((error: unknown) => end(error instanceof Error ? error.message : String(error)));
