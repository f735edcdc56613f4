import { setTimeout as sleep } from 'node:timers/promises';
import type { Service } from '../../support/service';
import { claim, type Claim, type Row } from '../row';
import type { Stage } from '../stage';
import { answerClaims, isDone, seconds } from '../support/answers';
import { FalseClock } from '../support/false-clock';
import { type Engine, ENGINES, type FaultDatabase } from '../support/fault-database';
import { LoadedService } from '../support/loaded-service';
import { lossClaims, tally } from '../support/loss-claims';
import { API_KEY } from '../../../bench/server-process';

const HOUR_MS = 3_600_000;
const CONNECTIONS = 16;
const LOAD_MS = 1000;
/** What docs/api-keys.md promises. */
const REVOKED_MS = 5000;
/** Past the 2^31 seconds that some clocks count to. */
const LATE = '@2038-01-20 00:00:00';
const LATE_MS = Date.UTC(2038, 0, 20);

/** What the clock does, and what the verdicts on keys that end in an hour, and ended an hour ago, must be. */
const MOVES = [
  { time: '+0', ending: 'AUTHORISED', ended: 'EXPIRED' },
  { time: '-2h', ending: 'AUTHORISED', ended: 'AUTHORISED' },
  { time: LATE, ending: 'EXPIRED', ended: 'EXPIRED' },
  { time: '+0', ending: 'AUTHORISED', ended: 'EXPIRED' },
];

export const moveClock: Row = {
  number: 11,
  fault: 'clock set back two hours and to 2038',
  mustHold:
    '`lastSeen` never moves backwards; expiries are judged right; an API key that another instance revokes ends within 5 s; nothing crashes',
  seconds: 90,
  async *run(stage) {
    for (const engine of ENGINES) yield await moveClockOn(stage, engine);
  },
};

async function moveClockOn(stage: Stage, engine: Engine) {
  const clock = FalseClock.create(stage.folder());
  const database = await stage.database(engine);
  const loaded = await LoadedService.start(stage, database, {
    connections: CONNECTIONS,
    environment: clock.environment,
  });
  const client = loaded.service.client(API_KEY);
  const create = async (expiresAt: number): Promise<number> => {
    const { body } = await client.post('/api/keys', { uid: 'clock', pid: 1, expiresAt });
    return (body as { id: number }).id;
  };
  const ending = await create(Date.now() + HOUR_MS);
  const ended = await create(Date.now() - HOUR_MS);
  const verdicts: string[] = [];
  const lastSeen: number[] = [];
  for (const { time } of MOVES) {
    clock.set(time);
    await sleep(LOAD_MS);
    for (const id of [ending, ended]) {
      verdicts.push((await client.post(`/api/check/${id}`)).body.status as string);
    }
    lastSeen.push((await client.get(`/api/keys/${ending}`)).body.lastSeen as number);
  }
  clock.set('+0');
  const revocation = await revokedElsewhere(stage, database, loaded.service, clock);
  await loaded.finish();
  const loss = await loaded.findLoss();
  const refused = loaded.witness.exchanges.filter((exchange) => !isDone(exchange)).length;
  return {
    database: engine,
    done: MOVES.map(({ time }) => time).join(', '),
    ...tally(loss),
    claims: [
      ...lossClaims(loss),
      ...answerClaims(loaded.witness),
      claim(
        'nothing crashes',
        `${refused} refused`,
        refused === 0 && (await client.get('/health/live')).status === 200,
      ),
      judged(verdicts),
      onwards(lastSeen),
      revocation,
    ],
  };
}

/** What an instance remembers of an API key must grow old whatever its clock does. */
async function revokedElsewhere(
  stage: Stage,
  { url }: FaultDatabase,
  service: Service,
  clock: FalseClock,
): Promise<Claim> {
  const other = (await stage.service(url)).client(API_KEY);
  const { body } = await other.post('/api/api-keys', { name: 'clock', scopes: ['keys:read'] });
  const { id, secret } = body as { id: number; secret: string };
  const client = service.client(secret);
  const statuses = [(await client.get('/api/keys/1')).status];
  clock.set('-2h');
  await other.delete(`/api/api-keys/${id}`);
  const revoked = performance.now();
  while (statuses.at(-1) === 200 && performance.now() < revoked + 2 * REVOKED_MS) {
    await sleep(100);
    statuses.push((await client.get('/api/keys/1')).status);
  }
  const ms = performance.now() - revoked;
  return claim(
    `an API key that another instance revokes while the clock goes back ends within ${REVOKED_MS / 1000} s`,
    `a revoked API key was answered ${statuses.at(-1)} after ${seconds(ms)}`,
    statuses[0] === 200 && statuses.at(-1) === 401 && ms < REVOKED_MS,
  );
}

function judged(verdicts: readonly string[]): Claim {
  const right = MOVES.flatMap(({ ending, ended }) => [ending, ended]);
  return claim('expiries are judged right', verdicts.join(', '), right.join() === verdicts.join());
}

function onwards(lastSeen: readonly number[]): Claim {
  const sorted = lastSeen.toSorted((a, b) => a - b);
  return claim(
    'lastSeen never moves backwards, and reaches 2038',
    lastSeen.map((time) => new Date(time).toISOString()).join(', '),
    sorted.join() === lastSeen.join() && lastSeen[2] >= LATE_MS && lastSeen[0] === lastSeen[1],
  );
}
