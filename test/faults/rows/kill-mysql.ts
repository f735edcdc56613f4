import { setTimeout as sleep } from 'node:timers/promises';
import type { Witness } from '../../../bench/durability/witness';
import { claim, type Claim, type Row } from '../row';
import type { Stage } from '../stage';
import { answerClaims, answeredAt, isDone, lastRefusal, seconds } from '../support/answers';
import { Bystanders } from '../support/bystanders';
import { LoadedService } from '../support/loaded-service';
import { lossClaims, tally } from '../support/loss-claims';

/** The gate takes fewer. */
const KILLS = Number(process.env.FAULT_KILLS ?? 5);
const LOAD_MS = 1200;
const MOST_CONTROL_KILLS = 4;
const RECOVERY_MS = 5000;
/** As long as this without a refusal, the service has recovered. */
const QUIET_MS = 1000;

/** Longer than the service waits for a statement of before. */
const GIVEN_UP_MS = 3500;

/** By `performance.now()`. */
interface Round {
  readonly databaseUp: number;
  readonly end: number;
}

export const killMysql: Row = {
  number: 2,
  fault: '`kill -9` of MySQL under load',
  mustHold:
    'every answered check, create and visit is there; the service recovers by itself within 5 s of the database, and ends nobody else’s session there; a MySQL that flushes late is caught',
  seconds: 150,
  async *run(stage) {
    const mysql = await stage.mysql();
    const loaded = await LoadedService.start(stage, await stage.database('MySQL'));
    const rounds: Round[] = [];
    let ended = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      await sleep(LOAD_MS);
      await mysql.stop('SIGKILL');
      await mysql.start();
      const databaseUp = performance.now();
      const bystanders = await Bystanders.gather(mysql);
      await untilQuiet(loaded.witness, databaseUp);
      rounds.push({ databaseUp, end: performance.now() });
      await sleep(databaseUp + GIVEN_UP_MS - performance.now());
      ended += await bystanders.leave();
    }
    await loaded.finish();
    const loss = await loaded.findLoss();
    yield {
      database: 'MySQL',
      done: `${KILLS} kills`,
      ...tally(loss),
      claims: [
        ...lossClaims(loss),
        ...answerClaims(loaded.witness),
        recovery(loaded.witness, rounds),
        claim('no session of somebody else is ended', `${ended} ended`, ended === 0),
        await lateFlushIsCaught(stage),
      ],
    };
  },
};

/** Waits until nothing was refused for a while, or it is too late for that. */
async function untilQuiet({ exchanges }: Witness, databaseUp: number): Promise<void> {
  const quiet = (now: number): boolean => {
    const recent = exchanges.filter((exchange) => answeredAt(exchange) > now - QUIET_MS);
    return now > databaseUp + QUIET_MS && recent.length > 0 && recent.every(isDone);
  };
  while (performance.now() < databaseUp + RECOVERY_MS + QUIET_MS && !quiet(performance.now())) await sleep(50);
}

function recovery({ exchanges }: Witness, rounds: readonly Round[]): Claim {
  const times = rounds.map(({ databaseUp, end }) => {
    const served = exchanges.some(
      (exchange) => isDone(exchange) && exchange.sentAt > databaseUp && exchange.sentAt < end,
    );
    const last = lastRefusal(exchanges, answeredAt, databaseUp, end) ?? databaseUp;
    return served ? last - databaseUp : Infinity;
  });
  const slowest = Math.max(...times);
  return claim(
    `served again within ${RECOVERY_MS / 1000} s of the database`,
    `served again after at most ${seconds(slowest)}`,
    slowest < RECOVERY_MS,
  );
}

/**
 * With `innodb_flush_log_at_trx_commit=0` MySQL itself answers first: what this row looks for must be found there. It
 * writes each second, and a kill right after that costs nothing: then another one does.
 */
async function lateFlushIsCaught(stage: Stage): Promise<Claim> {
  const mysql = await stage.mysql();
  const loaded = await LoadedService.start(stage, await stage.database('MySQL'));
  let found = { acknowledged: 0, lost: 0 };
  for (let kill = 0; kill < MOST_CONTROL_KILLS && found.lost === 0; kill++) {
    await mysql.query('SET GLOBAL innodb_flush_log_at_trx_commit = 0');
    // Else a thread of its own writes what nobody asked to be written.
    await mysql.query('SET GLOBAL innodb_log_writer_threads = OFF');
    await sleep(LOAD_MS);
    await mysql.stop('SIGKILL');
    await mysql.start();
    found = tally(await loaded.findLoss());
  }
  await loaded.finish();
  const { acknowledged, lost } = found;
  return claim('a MySQL that flushes late is caught', `flushing late lost ${lost} of ${acknowledged}`, lost > 0);
}
