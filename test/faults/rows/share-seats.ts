import { setTimeout as sleep } from 'node:timers/promises';
import { claim, type Claim, type Outcome, type Row } from '../row';
import { seconds } from '../support/answers';
import { NaiveSeats } from '../support/naive-seats';
import { Site } from '../support/site';
import {
  askAtOnce,
  claimAtOnce,
  comeAndGo,
  comeBackLate,
  devicesOf,
  findWrongs,
  outlastOutage,
  repeatAtOnce,
  repeatOften,
  takeAwayMeanwhile,
} from '../support/seat-trials';

const DEVICES = 500;
const SEATS = [1, 7, 499];
const FEW_SEATS = 7;
const OTHERS = 100;
const SAME_DEVICE = 1000;
const ONE_SEAT_KEYS = 800;
/** When it is killed, early and late in what 500 first checks take. */
const KILL_AFTER_MS = [30, 150];
const CONTROL_DEVICES = 60;

export const shareSeats: Row = {
  number: 22,
  fault:
    '500 devices at once for the seats of one license key, through all instances, again with `kill -9` of an instance and of the database in the middle',
  mustHold:
    'exactly as many pass as there are seats, and have them afterwards; who was refused has none; neither releases, late heartbeats nor outages make one more or less; a control that counts without a guard is caught',
  seconds: 750,
  async *run(stage) {
    yield await runOn(await Site.embedded(stage));
    yield await runOn(await Site.mysql(stage));
    yield await runOn(await Site.mariadb(stage));
    // The cluster has the machine for itself.
    await stage.close();
    yield await runOn(await Site.galera(stage));
  },
};

async function runOn(site: Site): Promise<Outcome> {
  const { programs } = site;
  const start = performance.now();
  const claims = [
    trial('exactly as many pass as there are seats', await forEachNumber((seats) => claimAtOnce(site, seats, DEVICES))),
    ...(await underKills(site)),
    trial('one device asking 1,000 times at once has one seat', await repeatAtOnce(site, SAME_DEVICE)),
    trial('nor is it ever refused for its own seat', await repeatOften(site, ONE_SEAT_KEYS)),
    trial('devices that come and go are never too many', await comeAndGo(site, FEW_SEATS)),
    trial(
      'nor when an instance is killed meanwhile',
      await comeAndGo(site, FEW_SEATS, () => later(500, () => site.killInstance(0))),
    ),
    trial('nor when an operator takes seats away', await takeAwayMeanwhile(site, FEW_SEATS)),
    trial('late heartbeats get no seat too many', await comeBackLate(site, FEW_SEATS, OTHERS)),
    trial('an outage longer than the lease costs nobody a seat', await outlastOutage(site, FEW_SEATS, OTHERS)),
    await countsClaim(site),
    await controlIsCaught(site),
  ];
  return {
    database: site.name,
    done: `${site.services.length} instances, seats for ${SEATS.join(', ')} of ${DEVICES} devices, ${programs.repeated} requests repeated, ${seconds(performance.now() - start)}`,
    acknowledged: programs.acknowledged,
    lost: undefined,
    claims,
  };
}

async function underKills(site: Site): Promise<Claim[]> {
  const kills: [string, (index: number) => Promise<void>][] = [
    ['an instance', (index) => site.killInstance(index % site.services.length)],
  ];
  if (site.killDatabase) kills.push(['the database', site.killDatabase]);
  const claims: Claim[] = [];
  for (const [what, kill] of kills) {
    let count = 0;
    const before = site.programs.repeated;
    const wrongs = await forEachNumber(async (seats) => {
      const found: string[] = [];
      for (const ms of KILL_AFTER_MS) {
        found.push(...(await claimAtOnce(site, seats, DEVICES, () => later(ms, () => kill(count++)))));
      }
      return found;
    });
    const repeated = site.programs.repeated - before;
    const claimed = trial(`nor does a kill -9 of ${what} change that`, wrongs);
    claims.push({
      ...claimed,
      measured: `${claimed.measured}, ${count} kills of ${what}, ${repeated} requests repeated`,
      holds: claimed.holds && repeated > 0,
    });
  }
  return claims;
}

async function later(ms: number, work: () => Promise<void>): Promise<void> {
  await sleep(ms);
  await work();
}

async function forEachNumber(run: (seats: number) => Promise<string[]>): Promise<string[]> {
  const wrongs: string[] = [];
  for (const seats of SEATS) wrongs.push(...(await run(seats)).map((wrong) => `with ${seats}: ${wrong}`));
  return wrongs;
}

function trial(text: string, wrongs: readonly string[]): Claim {
  const measured = wrongs.length === 0 ? 'none wrong' : `${wrongs.length} wrong: ${wrongs.slice(0, 3).join('; ')}`;
  return claim(text, measured, wrongs.length === 0);
}

/** What is counted of each license key is what its devices say. */
async function countsClaim(site: Site): Promise<Claim> {
  const rows = (await site.sql(
    `SELECT c.key_id FROM seat_counts c WHERE c.taken <>
       (SELECT COUNT(*) FROM devices d WHERE d.key_id = c.key_id AND d.hasSeat = 1)`,
  )) as unknown[];
  return claim('each count is that of the devices', `${rows.length} counts are wrong`, rows.length === 0);
}

async function controlIsCaught({ database, programs, services }: Site): Promise<Claim> {
  const keyId = await programs.createKey({ seats: FEW_SEATS });
  const wrongs = await database.inspect(async (one) =>
    database.inspect(async (other) => {
      const naive = new NaiveSeats(services.length > 1 ? [one, other] : [one]);
      const answered = await askAtOnce(devicesOf(CONTROL_DEVICES), (device, index) =>
        naive.check(keyId, FEW_SEATS, device, index),
      );
      return findWrongs(programs, keyId, FEW_SEATS, answered);
    }),
  );
  const seated = (await programs.list(keyId)).filter(({ hasSeat }) => hasSeat);
  return claim(
    'a control that counts without a guard is caught',
    `the control: ${wrongs[0] ?? 'nothing wrong'}`,
    wrongs.length > 0 && seated.length > FEW_SEATS,
  );
}
