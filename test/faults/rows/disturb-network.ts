import { setTimeout as sleep } from 'node:timers/promises';
import type { Witness } from '../../../bench/durability/witness';
import { TcpLink } from '../../support/tcp-link';
import { claim, type Claim, type Row } from '../row';
import { answerClaims, isDone, lastRefusal, seconds } from '../support/answers';
import { HealthWatch } from '../support/health-watch';
import { LoadedService } from '../support/loaded-service';
import { lossClaims, tally } from '../support/loss-claims';

/** Connections that one instance holds at most. */
const POOL_SIZE = 10;
const QUIET_MS = 1500;
const DELAY_MS = 200;
const DELAYED_MS = 4000;
const RESETS = 10;
const BETWEEN_RESETS_MS = 300;
const HANGING_MS = 6000;
const RECOVERY_MS = 3000;
/** What was on its way arrives a moment later. */
const SETTLE_MS = 100;

export const disturbNetwork: Row = {
  number: 5,
  fault: 'a TCP proxy before MySQL that delays, resets, and black-holes',
  mustHold: 'no hang, no false pass, no request answered twice with different verdicts; the pool recovers',
  seconds: 90,
  async *run(stage) {
    const database = await stage.database('MySQL');
    const { hostname, port } = new URL(database.url);
    const link = await TcpLink.to(hostname, Number(port));
    stage.defer(() => link.close());
    const databaseUrl = database.url.replace(`${hostname}:${port}`, `127.0.0.1:${link.port}`);
    const loaded = await LoadedService.start(stage, database, { databaseUrl });
    const health = new HealthWatch(loaded.service.url);
    const { witness } = loaded;
    await sleep(QUIET_MS);
    const delayed = { from: performance.now(), to: 0 };
    link.delay(DELAY_MS);
    await sleep(DELAYED_MS);
    delayed.to = performance.now();
    link.mend();
    for (let reset = 0; reset < RESETS; reset++) {
      link.reset();
      await sleep(BETWEEN_RESETS_MS);
    }
    const resets = performance.now();
    await sleep(RECOVERY_MS + QUIET_MS);
    const hanging = { from: performance.now(), to: 0 };
    link.hang();
    await sleep(HANGING_MS);
    hanging.to = performance.now();
    // What was sent into the hole stays lost: only connections that are made anew get through.
    link.open();
    await sleep(RECOVERY_MS + QUIET_MS);
    const connections = link.connections;
    await loaded.finish();
    await health.finish();
    const loss = await loaded.findLoss();
    yield {
      database: 'MySQL',
      done: `${seconds(DELAYED_MS)} of delays, ${RESETS} resets, ${seconds(HANGING_MS)} of nothing`,
      ...tally(loss),
      claims: [
        ...lossClaims(loss),
        ...answerClaims(witness),
        workedOn(witness, delayed),
        ...health.claims({ from: hanging.from + SETTLE_MS, to: hanging.to }),
        // What was under way when nothing came back any more is refused rightly.
        recovered(witness, 'the resets', resets, hanging.from - QUIET_MS / 2),
        recovered(witness, 'the black hole', hanging.to, Infinity),
        claim(
          'the pool is as large as before',
          `${connections} connections`,
          connections > 0 && connections <= POOL_SIZE,
        ),
      ],
    };
  },
};

function workedOn({ exchanges }: Witness, { from, to }: { from: number; to: number }): Claim {
  const done = exchanges.filter((exchange) => isDone(exchange) && exchange.sentAt > from && exchange.sentAt < to);
  return claim('delays are waited for', `${done.length} done while delayed`, done.length > 0);
}

function recovered({ exchanges }: Witness, what: string, over: number, until: number): Claim {
  const last = lastRefusal(exchanges, ({ sentAt }) => sentAt, over, until) ?? over;
  const served = exchanges.some((exchange) => isDone(exchange) && exchange.sentAt > last);
  return claim(
    `normal within ${RECOVERY_MS / 1000} s of ${what}`,
    `normal ${seconds(last - over)} after ${what}`,
    served && last - over < RECOVERY_MS,
  );
}
