import { setTimeout as sleep } from 'node:timers/promises';
import type { Service } from '../../support/service';
import { claim, type Claim, type Outcome, type Row } from '../row';
import type { Stage } from '../stage';
import { seconds } from '../support/answers';
import { FaultDatabase } from '../support/fault-database';
import { DATABASE, startCluster } from '../support/hot-cluster';
import { NaiveSeats } from '../support/naive-seats';
import { SeatPrograms } from '../support/seat-programs';
import {
  askAtOnce,
  beThereSince,
  claimAtOnce,
  comeAndGo,
  comeBackLate,
  devicesOf,
  findWrongs,
  outlastOutage,
  repeatAtOnce,
  repeatOften,
  type SeatSite,
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

/** A database, the instances on it, and how either is killed. */
class Site implements SeatSite {
  readonly services: Service[] = [];
  readonly programs = new SeatPrograms(this.services);

  private constructor(
    readonly name: string,
    readonly database: FaultDatabase,
    /** What each instance is started with as `DATABASE_URL`. */
    private readonly urls: readonly string[],
    private readonly stage: Stage,
    /** Kills the database and starts it again. */
    readonly killDatabase: (() => Promise<void>) | undefined,
  ) {}

  static async embedded(stage: Stage): Promise<Site> {
    const database = await stage.database('embedded');
    return new Site('embedded', database, [database.url], stage, undefined).start();
  }

  static async mysql(stage: Stage): Promise<Site> {
    const mysql = await stage.mysql();
    const database = await stage.database('MySQL');
    const kill = async (): Promise<void> => {
      await mysql.stop('SIGKILL');
      await mysql.start();
    };
    return new Site('MySQL', database, [database.url, database.url], stage, kill).start();
  }

  static async mariadb(stage: Stage): Promise<Site> {
    const server = await startCluster('MariaDB', stage);
    const url = server.url(DATABASE);
    const kill = async (): Promise<void> => {
      await server.kill(0);
      await server.rejoin(0);
    };
    return new Site('MariaDB', new FaultDatabase('MySQL', url), [url, url], stage, kill).start();
  }

  static async galera(stage: Stage): Promise<Site> {
    const cluster = await startCluster('Galera', stage);
    const urls = [...cluster.nodes.keys()].map((first) => cluster.url(DATABASE, first));
    let next = 0;
    const kill = async (): Promise<void> => {
      const node = next++ % cluster.nodes.length;
      await cluster.kill(node);
      await cluster.rejoin(node);
    };
    return new Site('Galera', new FaultDatabase('MySQL', cluster.url(DATABASE)), urls, stage, kill).start();
  }

  sql(statement: string): Promise<unknown> {
    return this.database.inspect((dataSource) => dataSource.query(statement));
  }

  async killInstance(index: number): Promise<void> {
    await this.services[index].stop('SIGKILL');
    this.services[index] = await this.stage.service(this.urls[index]);
  }

  async restartAll(whileAway: () => Promise<void>): Promise<void> {
    await Promise.all(this.services.map((service) => service.stop('SIGKILL')));
    await whileAway();
    for (const [index, url] of this.urls.entries()) this.services[index] = await this.stage.service(url);
  }

  private async start(): Promise<this> {
    this.stage.defer(() => this.programs.close());
    await beThereSince(this, Date.now());
    for (const url of this.urls) this.services.push(await this.stage.service(url));
    return this;
  }
}

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
