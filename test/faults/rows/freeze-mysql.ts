import { setTimeout as sleep } from 'node:timers/promises';
import type { Exchange, Witness } from '../../../bench/durability/witness';
import { claim, type Claim, type Row } from '../row';
import { answerClaims, isDone, lastRefusal, seconds } from '../support/answers';
import { HealthWatch } from '../support/health-watch';
import { LoadedService } from '../support/loaded-service';
import { lossClaims, tally } from '../support/loss-claims';

const WARM_UP_MS = 1500;
const FROZEN_MS = 10_000;
const RECOVERY_MS = 3000;
/** The signal reaches all threads of the server a moment later. */
const SETTLE_MS = 100;

export const freezeMysql: Row = {
  number: 4,
  fault: 'MySQL stopped with SIGSTOP for 10 s',
  mustHold:
    'every request is answered 503 with Retry-After within 3 s, not ready but alive; normal within 3 s after SIGCONT',
  seconds: 60,
  async *run(stage) {
    const mysql = await stage.mysql();
    const loaded = await LoadedService.start(stage, await stage.database('MySQL'));
    const health = new HealthWatch(loaded.service.url);
    await sleep(WARM_UP_MS);
    mysql.freeze();
    const frozen = performance.now();
    await sleep(FROZEN_MS);
    const thawed = performance.now();
    mysql.thaw();
    await sleep(RECOVERY_MS + 1500);
    await loaded.finish();
    await health.finish();
    const loss = await loaded.findLoss();
    const during = { from: frozen + SETTLE_MS, to: thawed };
    yield {
      database: 'MySQL',
      done: '1 stop of 10 s',
      ...tally(loss),
      claims: [
        ...lossClaims(loss),
        ...answerClaims(loaded.witness),
        nothingDone(loaded.witness.exchanges, during.from, during.to),
        ...health.claims(during),
        normal(loaded.witness, thawed),
      ],
    };
  },
};

/** What was sent to a frozen database and answered before it thawed can't have been done. */
function nothingDone(exchanges: readonly Exchange[], from: number, to: number): Claim {
  const answered = exchanges.filter(({ sentAt, ms }) => sentAt >= from && sentAt + ms <= to);
  const done = answered.filter(isDone);
  return claim(
    'nothing passed meanwhile',
    `${done.length} of ${answered.length} passed meanwhile`,
    answered.length > 0 && done.length === 0,
  );
}

function normal({ exchanges }: Witness, thawed: number): Claim {
  const last = lastRefusal(exchanges, ({ sentAt }) => sentAt, thawed, Infinity) ?? thawed;
  const served = exchanges.some((exchange) => isDone(exchange) && exchange.sentAt > thawed + RECOVERY_MS);
  return claim(
    `normal within ${RECOVERY_MS / 1000} s after SIGCONT`,
    `normal ${seconds(last - thawed)} after SIGCONT`,
    served && last - thawed < RECOVERY_MS,
  );
}
