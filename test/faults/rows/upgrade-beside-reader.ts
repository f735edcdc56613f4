import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import type { Exchange } from '../../../bench/durability/witness';
import { API_KEY } from '../../../bench/server-process';
import { ROOT } from '../../support/root';
import { claim, type Claim, type Row } from '../row';
import type { Stage } from '../stage';
import { answerClaims, answeredAt, isDone, longest, seconds } from '../support/answers';
import type { FaultDatabase } from '../support/fault-database';
import { LoadedService } from '../support/loaded-service';
import { lossClaims, tally } from '../support/loss-claims';

const WARM_UP_MS = 1500;
/** How long the transaction of somebody else stays open. */
const OPEN_MS = 20_000;
/** When the new instance starts, is killed, and starts again, after that has begun. */
const [FIRST_START_MS, KILL_MS, SECOND_START_MS] = [500, 5000, 9000];
/** A start of its own, a try that has just failed, and its pause. */
const READY_MS = 8000;
const MOST_P99_MS = 1200;
const SLOWEST_MS = 2000;
const CONTROL_MS = 6000;
/** What waits at first is given up after 2.5 s. */
const CONTROL_SETTLE_MS = 1000;

const INDEX = 'ix_license_keys_seats';

export const upgradeBesideReader: Row = {
  number: 25,
  fault:
    'an upgrade while somebody else’s transaction keeps `license_keys` for 20 s; its first start is ended with `kill -9`',
  mustHold:
    'the old instance answers every check, p99 within 1.2 s; the new one serves within 8 s of the transaction’s end; a control that changes the table without a limit stops all checks',
  seconds: 120,
  async *run(stage) {
    const database = await stage.database('MySQL');
    const loaded = await LoadedService.start(stage, database);
    const claims = await database.inspect(async (dataSource) => {
      // As the schema was before one of the migrations.
      await dataSource.query("DELETE FROM schema_migrations WHERE name LIKE 'Seats%'");
      await dataSource.query(`DROP INDEX ${INDEX} ON license_keys`);
      await sleep(WARM_UP_MS);
      const upgraded = await upgrade(stage, database, dataSource, loaded);
      await dataSource.query(`DROP INDEX ${INDEX} ON license_keys`);
      await sleep(WARM_UP_MS);
      return [...upgraded, await control(dataSource, loaded)];
    });
    await sleep(WARM_UP_MS);
    await loaded.finish();
    const loss = await loaded.findLoss();
    yield {
      database: 'MySQL',
      done: '1 upgrade, 1 kill',
      ...tally(loss),
      claims: [...lossClaims(loss), ...answerClaims(loaded.witness), ...claims],
    };
  },
};

async function upgrade(
  stage: Stage,
  { url }: FaultDatabase,
  dataSource: DataSource,
  { witness }: LoadedService,
): Promise<Claim[]> {
  const begin = performance.now();
  const at = (ms: number): Promise<void> => sleep(begin + ms - performance.now());
  const end = await openTransaction(dataSource);
  await at(FIRST_START_MS);
  const first = startUnready(stage, url);
  await at(KILL_MS);
  first.kill('SIGKILL');
  await at(SECOND_START_MS);
  const second = stage.service(url).then((service) => ({ service, readyAt: performance.now() }));
  await Promise.all([at(OPEN_MS).then(end), second]);
  const { service, readyAt } = await second;
  const during = checksOf(witness.exchanges, begin, readyAt);
  await service.stop();
  const late = readyAt - (begin + OPEN_MS);
  const p99 = during.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.floor(during.length * 0.99)] ?? Infinity;
  const refused = during.filter((exchange) => !isDone(exchange));
  return [
    claim(
      'the old instance answers every check',
      `${refused.length} of ${during.length} checks refused meanwhile, p99 ${p99.toFixed(0)} ms, slowest ${seconds(longest(during))}`,
      during.length > 0 && refused.length === 0 && p99 <= MOST_P99_MS && longest(during) <= SLOWEST_MS,
    ),
    claim(
      `the new one serves within ${READY_MS / 1000} s of the transaction’s end`,
      `it served ${seconds(late)} after the transaction’s end`,
      late > 0 && late < READY_MS,
    ),
  ];
}

/** What a program does that changes a table as any program would. */
async function control(dataSource: DataSource, { witness }: LoadedService): Promise<Claim> {
  const end = await openTransaction(dataSource);
  const runner = dataSource.createQueryRunner();
  await runner.query('SET SESSION lock_wait_timeout = DEFAULT');
  const begin = performance.now();
  const changed = runner.query(`CREATE INDEX ${INDEX} ON license_keys (seats)`);
  await sleep(CONTROL_MS);
  await end();
  const until = performance.now();
  await changed;
  await runner.release();
  const during = witness.exchanges.filter(
    (exchange) =>
      exchange.kind === 'check' && answeredAt(exchange) > begin + CONTROL_SETTLE_MS && answeredAt(exchange) < until,
  );
  const passed = during.filter(isDone);
  return claim(
    'a control without a limit stops all checks',
    `the control stopped them: ${passed.length} of ${during.length} answered`,
    during.length > 0 && passed.length === 0,
  );
}

/** @returns ends it */
async function openTransaction(dataSource: DataSource): Promise<() => Promise<void>> {
  const runner = dataSource.createQueryRunner();
  await runner.startTransaction();
  await runner.query('SELECT id FROM license_keys LIMIT 1');
  return async () => {
    await runner.rollbackTransaction();
    await runner.release();
  };
}

/** A start that can't come to its end. */
function startUnready(stage: Stage, url: string): ChildProcess {
  const child = spawn(process.execPath, [join(ROOT, 'dist/main.js')], {
    env: { PATH: process.env.PATH, PORT: '0', HOST: '127.0.0.1', DATABASE_URL: url, BOOTSTRAP_API_KEY: API_KEY },
    stdio: 'ignore',
  });
  stage.defer(() => void child.kill('SIGKILL'));
  return child;
}

const checksOf = (exchanges: readonly Exchange[], from: number, to: number): Exchange[] =>
  exchanges.filter(({ kind, sentAt }) => kind === 'check' && sentAt >= from && sentAt < to);
