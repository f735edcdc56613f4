import { setTimeout as sleep } from 'node:timers/promises';
import type { Loss } from '../../../bench/durability/loss';
import type { Exchange } from '../../../bench/durability/witness';
import { claim, type Claim, type Row } from '../row';
import { isDone, seconds } from '../support/answers';
import { ENGINES } from '../support/fault-database';
import { LoadedService } from '../support/loaded-service';
import { lossClaims, tally } from '../support/loss-claims';

const STOPS = 2;
const LOAD_MS = 1500;
const LONGEST_STOP_MS = 10_000;
/** Of 64 clients that open a connection for each request; a plain close breaks most of them. */
const MOST_UNSEEN = 4;
/** The second signal comes while the first is being followed. */
const SECOND_SIGNAL_MS = 100;

interface Stop {
  readonly exitCode: number | null;
  readonly ms: number;
}

export const stopService: Row = {
  number: 8,
  fault: 'SIGTERM under load, twice',
  mustHold: 'no accepted request is broken; exit code 0 within 10 s; the second signal is harmless',
  seconds: 60,
  async *run(stage) {
    for (const engine of ENGINES) {
      const loaded = await LoadedService.start(stage, await stage.database(engine));
      const stops: Stop[] = [];
      for (let stop = 1; stop <= STOPS; stop++) {
        await sleep(LOAD_MS);
        stops.push(await signalTwice(loaded));
        // Some clients keep their connections, and others open one for each request.
        if (stop < STOPS) await loaded.restart({ keepAlive: false });
      }
      const loss = await loaded.findLoss();
      yield {
        database: engine,
        done: `${STOPS} stops`,
        ...tally(loss),
        claims: [...lossClaims(loss), ...brokenClaims(loaded.witness.exchanges, loss), ...endClaims(stops)],
      };
    }
  },
};

async function signalTwice(loaded: LoadedService): Promise<Stop> {
  const signalled = performance.now();
  const ended = loaded.service.stop('SIGTERM');
  await sleep(SECOND_SIGNAL_MS);
  process.kill(loaded.service.pid, 'SIGTERM');
  const exitCode = await ended;
  const ms = performance.now() - signalled;
  await loaded.finish();
  return { exitCode, ms };
}

/**
 * A connection that was refused was never accepted; everything else gets its answer. But for the few that the operating
 * system takes in the moment in which the listener closes, and resets without the service ever seeing them: no program
 * can prevent that, and nothing of them is done, as the other claim shows.
 */
function brokenClaims(exchanges: readonly Exchange[], { unanswered }: Loss): Claim[] {
  const failed = exchanges.filter((exchange) => !isDone(exchange) && exchange.failure !== 'ECONNREFUSED');
  const unseen = failed.filter(({ failure }) => failure === 'ECONNRESET').slice(0, MOST_UNSEEN);
  const broken = failed.filter((exchange) => !unseen.includes(exchange));
  const kinds = [...new Set(broken.map(({ kind, status, failure }) => `${kind} → ${failure ?? status}`))];
  return [
    claim(
      'every accepted request answered as done',
      `${broken.length} requests broken ${kinds.join(', ')} (${unseen.length} met the closing listener)`.replace(
        '  ',
        ' ',
      ),
      broken.length === 0,
    ),
    claim('nothing recorded that was not answered', `${unanswered} recorded, not answered`, unanswered === 0),
  ];
}

function endClaims(stops: readonly Stop[]): Claim[] {
  const codes = stops.map(({ exitCode }) => exitCode);
  const slowest = Math.max(...stops.map(({ ms }) => ms));
  return [
    claim(
      'exit code 0',
      `exit codes ${codes.join(', ')}`,
      codes.every((code) => code === 0),
    ),
    claim(
      `ended within ${LONGEST_STOP_MS / 1000} s`,
      `ended after at most ${seconds(slowest)}`,
      slowest < LONGEST_STOP_MS,
    ),
  ];
}
