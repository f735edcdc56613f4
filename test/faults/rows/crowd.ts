import { setTimeout as sleep } from 'node:timers/promises';
import { readText, send } from '../../../bench/load/http-client';
import type { Service } from '../../support/service';
import { claim, type Claim, type Row } from '../row';
import { answerClaims } from '../support/answers';
import { ENGINES } from '../support/fault-database';
import { HealthWatch } from '../support/health-watch';
import { COLLECTING, growthClaim, keptMemory } from '../support/kept-memory';
import { LoadedService } from '../support/loaded-service';
import { lossClaims, tally } from '../support/loss-claims';

const CLIENTS = 500;
/** By then every statement is prepared, for batches of every size. */
const WARM_UP_REQUESTS = 20_000;
const LONGEST_WARM_UP_MS = 12_000;
const WATCHED_MS = 6000;
const LOOK_EVERY_MS = 500;
const MOST_GROWTH = 0.2;
const POOL_SIZE = 13;
/** The service's deadline starts when it reads a request, and 500 of them on as many connections wait for that too. */
const LONGEST_ANSWER_MS = 5000;

interface Look {
  readonly open: number;
  readonly waiting: number;
}

export const crowd: Row = {
  number: 7,
  fault: '500 clients at once, on pools of 13 connections',
  mustHold: 'the queue is bounded, memory grows under 20 %, `/health` doesn’t starve',
  seconds: 120,
  async *run(stage) {
    for (const engine of ENGINES) {
      const loaded = await LoadedService.start(stage, await stage.database(engine), {
        connections: CLIENTS,
        environment: COLLECTING,
      });
      await warmUp(loaded);
      const before = await keptMemory(loaded.service);
      const health = new HealthWatch(loaded.service.url);
      const looks = await watch(loaded.service, WATCHED_MS);
      const after = await keptMemory(loaded.service);
      await health.finish();
      await loaded.finish();
      const afterwards = await look(loaded.service);
      const loss = await loaded.findLoss();
      yield {
        database: engine,
        done: `${CLIENTS} clients`,
        ...tally(loss),
        claims: [
          ...lossClaims(loss),
          ...answerClaims(loaded.witness, LONGEST_ANSWER_MS),
          growthClaim(before, after, MOST_GROWTH),
          ...(engine === 'MySQL' ? [queueClaim(looks, afterwards)] : []),
          health.aliveClaim(),
          health.readyClaim(),
        ],
      };
    }
  },
};

async function warmUp({ witness: { exchanges } }: LoadedService): Promise<void> {
  const giveUp = performance.now() + LONGEST_WARM_UP_MS;
  while (exchanges.length < WARM_UP_REQUESTS && performance.now() < giveUp) await sleep(LOOK_EVERY_MS);
}

async function watch(service: Service, milliseconds: number): Promise<Look[]> {
  const looks: Look[] = [];
  for (const end = performance.now() + milliseconds; performance.now() < end; await sleep(LOOK_EVERY_MS)) {
    looks.push(await look(service));
  }
  return looks;
}

async function look({ url }: Service): Promise<Look> {
  const metrics = await readText(await send(url, { method: 'GET', path: '/metrics' }));
  const connections = (state: string): number => {
    const ofEachPool = metrics.matchAll(
      new RegExp(`^keylink_database_connections\\{pool="\\w+",state="${state}"\\} (\\d+)$`, 'gm'),
    );
    return [...ofEachPool].reduce((sum, [, count]) => sum + Number(count), 0);
  };
  return { open: connections('open'), waiting: connections('waiting') };
}

function queueClaim(looks: readonly Look[], afterwards: Look): Claim {
  const open = Math.max(...looks.map((look) => look.open));
  const waiting = Math.max(...looks.map((look) => look.waiting));
  return claim(
    `at most ${POOL_SIZE} connections, no more waiting than clients, and none of them afterwards`,
    `${open} connections, ${waiting} waiting, ${afterwards.waiting} afterwards`,
    // The request for the metrics waits for a connection as well.
    open > 0 && open <= POOL_SIZE && waiting <= CLIENTS && afterwards.waiting <= 1,
  );
}
