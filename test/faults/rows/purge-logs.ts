import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { seedKeys, seedLogs } from '../../../bench/databases/seed';
import { findLoss } from '../../../bench/durability/loss';
import { Witness } from '../../../bench/durability/witness';
import { claim, type Claim, type Row } from '../row';
import type { Stage } from '../stage';
import { isDone, longest } from '../support/answers';
import { ENGINES, type FaultDatabase } from '../support/fault-database';

const KEYS = 5000;
const OLD_LOGS = 500_000;
const CONNECTIONS = 16;
/** Four hours of a million checks a day, over both databases, with and without the purge. */
const CHECKS = 42_000;
const WARM_UP_CHECKS = 3000;
const LONGEST_CHECK_MS = 1000;

export const purgeLogs: Row = {
  number: 13,
  fault: 'four hours’ worth of checks, half of them while half a million old logs are purged',
  mustHold: 'p99 within twice the quiet p99; no long locks',
  seconds: 240,
  async *run(stage) {
    for (const engine of ENGINES) {
      const database = await stage.database(engine);
      await database.inspect(async (dataSource) => {
        await seedKeys(dataSource, KEYS);
        await seedLogs(dataSource, OLD_LOGS, KEYS);
        await vouchForClock(dataSource);
      });
      const purging = await load(stage, database, { LOG_RETENTION_DAYS: '30' });
      const left = await countOldLogs(database);
      const { lostChecks } = await database.inspect((dataSource) => findLoss(dataSource, purging));
      const quiet = await load(stage, database, {});
      yield {
        database: engine,
        done: `${OLD_LOGS - left} logs purged`,
        acknowledged: purging.answeredChecks.size,
        lost: lostChecks,
        claims: [
          claim('the purge went on all the time', `${left} of ${OLD_LOGS} left`, left > 0 && left < OLD_LOGS),
          claim('none refused', `${refusals(purging)} refused`, refusals(purging) === 0),
          compared(quiet, purging),
          claim(
            'no check waited for the purge',
            `slowest check ${longest(purging.exchanges.slice(WARM_UP_CHECKS)).toFixed(0)} ms`,
            longest(purging.exchanges.slice(WARM_UP_CHECKS)) < LONGEST_CHECK_MS,
          ),
        ],
      };
    }
  },
};

/** A log of this moment: where all are old, the clock is doubted at a first start, and nothing is deleted for a day. */
async function vouchForClock(dataSource: DataSource): Promise<void> {
  const log = [1, Date.now(), '127.0.0.1', 'just now', 'AUTHORISED'];
  await dataSource.query('INSERT INTO license_logs (key_id, timeAt, ip, details, status) VALUES (?, ?, ?, ?, ?)', log);
}

/** Starts a service, has so many checks made, and stops it. */
async function load(stage: Stage, { url }: FaultDatabase, environment: Record<string, string>): Promise<Witness> {
  const service = await stage.service(url, environment);
  const witness = new Witness({ records: KEYS, kinds: ['check'] });
  const loading = witness.load(service.url, CONNECTIONS);
  while (witness.exchanges.length < WARM_UP_CHECKS + CHECKS) await sleep(10);
  witness.stop();
  await loading;
  await service.stop();
  return witness;
}

const refusals = ({ exchanges }: Witness): number => exchanges.filter((exchange) => !isDone(exchange)).length;

function compared(quiet: Witness, purging: Witness): Claim {
  const [before, during] = [p99(quiet), p99(purging)];
  return claim(
    'p99 within twice the quiet p99',
    `p99 ${during.toFixed(1)} ms, quiet ${before.toFixed(1)} ms`,
    during < 2 * before,
  );
}

function p99({ exchanges }: Witness): number {
  const times = exchanges
    .slice(WARM_UP_CHECKS)
    .map(({ ms }) => ms)
    .toSorted((a, b) => a - b);
  return times[Math.floor(times.length * 0.99)];
}

/** Those that the seed wrote carry a text of their own. */
function countOldLogs(database: FaultDatabase): Promise<number> {
  return database.inspect(async (dataSource) => {
    const [{ count }] = (await dataSource.query(
      "SELECT COUNT(*) AS count FROM license_logs WHERE details = 'version 2.1'",
    )) as { count: number | string }[];
    return Number(count);
  });
}
