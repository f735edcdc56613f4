import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from '../../../bench/numbers';
import { Dice } from '../../../src/cli/demo/dice';
import { claim, type Claim, type Outcome, type Row } from '../row';
import { seconds } from '../support/answers';
import { type Change, EventChanges, keyCreation } from '../support/event-changes';
import {
  compareChanges,
  compareRecords,
  differencesOf,
  gapsOf,
  readProgress,
  readStored,
  type Stored,
} from '../support/event-findings';
import { CarelessFollower, EventFollower, type Followed } from '../support/event-followers';
import { EventWriters } from '../support/event-writers';
import { followIds } from '../support/follow-ids';
import { eventIdOf, type LateChange, LateChanges } from '../support/late-changes';
import { Site } from '../support/site';

const INSTANCES = 3;
const FOLLOWERS = 10;
const WARM_UP_MS = 2000;
/** An instance notices after 10 s that another is gone which numbered the events. */
const LONGEST_SETTLING_MS = 60_000;
const LOOK_EVERY_MS = 300;
/** What was changed so long before a late transaction's end must have been followed by then. */
const EARLIER_MS = 2000;
const QUIET_CHANGES = 200;
const QUIET_LONGEST_PAUSE_MS = 120;
const QUIET_P99_MS = 1000;

/** How often instances and the database, or a node of it, are killed: 20 times in all. */
const KILLS = {
  embedded: { instances: 20, databases: 0 },
  mysql: { instances: 12, databases: 8 },
  mariadb: { instances: 12, databases: 8 },
  galera: { instances: 15, databases: 5 },
  groupReplication: { instances: 17, databases: 3 },
} as const;
type Kills = (typeof KILLS)[keyof typeof KILLS];
const LONGEST_PAUSE_MS = { instances: 4000, databases: 5000 };

export const followEvents: Row = {
  number: 27,
  fault:
    '64 writers and ten followers of events through all instances; 20 times `kill -9` of an instance or the database; transactions that stay open for 5 s',
  mustHold:
    'each follower has each answered change once, in one order, without a gap between positions, and nothing that the database doesn’t have; in quiet, p99 from an answer to the followers is at most 1 s; a follower by ids, and one that stores its position too early, are caught',
  seconds: 900,
  async *run(stage) {
    const seed = Number(process.env.FAULTS_SEED ?? Date.now() % 1_000_000_000);
    for (const kind of ['embedded', 'mysql', 'mariadb', 'galera', 'groupReplication'] as const) {
      yield await runOn(await Site[kind](stage, INSTANCES), KILLS[kind], seed);
      // The next has the machine for itself.
      await stage.close();
    }
  },
};

async function runOn(site: Site, kills: Kills, seed: number): Promise<Outcome> {
  const { services } = site;
  const changes = new EventChanges(services);
  const late = new LateChanges(site, changes, await changes.createKey());
  const followers = Array.from({ length: FOLLOWERS }, () => new EventFollower(services));
  const careless = new CarelessFollower(services, new Dice(seed, 1));
  for (const [index, follower] of [...followers, careless].entries()) follower.start(index);
  const writers = new EventWriters(changes);
  await writers.start(seed);
  await sleep(WARM_UP_MS);
  const byIds = await followIds(site, () => late.make());
  await killAll(site, kills, late, seed);
  await writers.finish();
  const caughtUpMs = await untilCaughtUp(site, followers);
  const delays = await delaysInQuiet(changes, followers, new Dice(seed, 2));
  await Promise.all([...followers, careless].map((follower) => follower.end()));
  changes.close();
  const stored = await readStored(site, late.keyId);
  const [{ handled }] = followers;
  const { acknowledged, unanswered, lost, wrongs } = compareChanges(changes.all, handled);
  const refused = [changes, ...followers].flatMap(({ unexpected }) => unexpected);
  return {
    database: site.name,
    done: `${services.length === 1 ? '1 instance' : `${services.length} instances`}, ${kills.instances} kills of an instance and ${kills.databases} of the database (FAULTS_SEED=${seed})`,
    acknowledged,
    lost,
    claims: [
      noneWrong(
        'each follower has all events once, in one order',
        followers.flatMap((follower) => differencesOf(follower.handled, stored)),
        `${followers.length} followers have ${stored.events.length} events, ${seconds(caughtUpMs)} after the last change`,
      ),
      noneWrong('positions have no gap', gapsOf(stored), `positions 1 to ${stored.lastPosition}`),
      noneWrong(
        'each change is told once, as asked',
        wrongs,
        `${unanswered} of ${changes.all.length} changes unanswered`,
      ),
      noneWrong(
        'the database and the audit have what was told',
        compareRecords(handled, stored),
        `${stored.marks.size} records as told last`,
      ),
      noneWrong('nothing is refused but by 503', refused, 'no other refusals'),
      lateClaim(late),
      quietClaim(delays),
      // The embedded database has one writer at a time: nobody overtakes it.
      ...(kills.databases > 0
        ? [overtakingClaim(changes, handled, byIds.result), idsClaim(byIds.seen, byIds.result, stored)]
        : []),
      carelessClaim(differencesOf(careless.handled, stored)),
    ],
  };
}

/** Kills instances and the database beside each other, and starts each again. */
async function killAll(site: Site, kills: Kills, late: LateChanges, seed: number): Promise<void> {
  const repeat = async (what: keyof Kills, kill: (dice: Dice) => Promise<void> | undefined): Promise<void> => {
    const dice = new Dice(seed, 3, LONGEST_PAUSE_MS[what]);
    for (let count = 0; count < kills[what]; count++) {
      await sleep(dice.below(LONGEST_PAUSE_MS[what]));
      await kill(dice);
    }
  };
  const over = new AbortController();
  const others = late.makeMore(over.signal);
  await Promise.all([
    repeat('instances', (dice) => site.killInstance(dice.below(site.services.length))),
    repeat('databases', () => site.killDatabase?.()),
  ]);
  over.abort();
  await others;
}

/** Waits until all followers have all events. @returns for how long, in milliseconds */
async function untilCaughtUp(site: Site, followers: readonly EventFollower[]): Promise<number> {
  const start = performance.now();
  while (performance.now() < start + LONGEST_SETTLING_MS) {
    const { events, running } = await readProgress(site);
    if (running === 0 && followers.every(({ handled }) => handled.length >= events)) break;
    await sleep(LOOK_EVERY_MS);
  }
  return performance.now() - start;
}

/** From each answer to the event's arrival at each follower, in milliseconds; Infinity for what didn't arrive. */
async function delaysInQuiet(
  changes: EventChanges,
  followers: readonly EventFollower[],
  dice: Dice,
): Promise<number[]> {
  const made: Change[] = [];
  for (let count = 0; count < QUIET_CHANGES; count++) {
    made.push(await changes.ask(count % changes.instances, (mark) => keyCreation(mark)));
    await sleep(dice.below(QUIET_LONGEST_PAUSE_MS));
  }
  await sleep(2 * QUIET_P99_MS);
  return followers.flatMap(({ handled }) => {
    const arrivals = arrivalsOf(handled);
    return made.map(({ mark, answeredAt = 0 }) => Math.max(0, (arrivals.get(mark) ?? Infinity) - answeredAt));
  });
}

function quietClaim(delays: readonly number[]): Claim {
  const [p50, p99, most] = [quantile(delays, 0.5), quantile(delays, 0.99), quantile(delays, 1)];
  return claim(
    `in quiet, p99 from an answer to the followers is at most ${QUIET_P99_MS / 1000} s`,
    `in quiet p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, at most ${most.toFixed(0)} ms`,
    p99 <= QUIET_P99_MS,
  );
}

function lateClaim({ made, committed }: LateChanges): Claim {
  const measured = `${committed.length} of ${made.length} late transactions committed`;
  return claim('late transactions are committed, and told', measured, committed.length > 0);
}

/** What others change meanwhile is followed before the transaction ends. */
function overtakingClaim(
  { all }: EventChanges,
  handled: readonly Followed[],
  { openedAt, committedAt }: LateChange,
): Claim {
  const arrivals = arrivalsOf(handled);
  const meanwhile = all.filter(({ answeredAt = 0 }) => answeredAt > openedAt && answeredAt < committedAt - EARLIER_MS);
  const held = meanwhile.filter(({ mark }) => (arrivals.get(mark) ?? Infinity) > committedAt).length;
  return claim(
    'what others commit does not wait for a late transaction',
    `${held} of ${meanwhile.length} changes waited for a late transaction`,
    held === 0 && meanwhile.length > 0,
  );
}

function idsClaim(seen: ReadonlySet<number>, { mark }: LateChange, { events }: Stored): Claim {
  const last = Math.max(...seen);
  const missed = events.filter(({ id }) => id <= last && !seen.has(id));
  const hasLate = missed.some(({ eventId }) => eventId === eventIdOf(mark));
  return claim(
    'a follower by ids is caught',
    `by ids ${missed.length} of ${seen.size + missed.length} missed${hasLate ? ', the late one among them' : ''}`,
    hasLate,
  );
}

function carelessClaim(differences: readonly string[]): Claim {
  return claim(
    'a follower that stores its position too early is caught',
    `a careless follower: ${differences[0] ?? 'nothing missed'}`,
    differences.length > 0,
  );
}

function noneWrong(text: string, wrongs: readonly string[], measured: string): Claim {
  const found = `${wrongs.length} wrong: ${wrongs.slice(0, 3).join('; ')}`;
  return claim(text, wrongs.length === 0 ? measured : found, wrongs.length === 0);
}

const arrivalsOf = (handled: readonly Followed[]): ReadonlyMap<string | undefined, number> =>
  new Map(handled.map(({ mark, arrivedAt }) => [mark, arrivedAt]));
