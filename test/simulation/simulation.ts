import { Test, type TestingModule } from '@nestjs/testing';
import type { DataSource } from 'typeorm';
import { Dice } from '../../src/cli/demo/dice';
import { SeatCountsRepository } from '../../src/licensing/devices/seat-counts.repository';
import { DevicesRepository } from '../../src/licensing/devices/devices.repository';
import { DeviceHashes } from '../../src/licensing/devices/device-hashes';
import { CheckBatch } from '../../src/licensing/license-check/check-batch';
import { CheckEvents } from '../../src/licensing/license-check/check-events';
import { CheckTerms } from '../../src/licensing/license-check/check-terms';
import { LicenseCheckModule } from '../../src/licensing/license-check/license-check.module';
import { LicenseCheckService } from '../../src/licensing/license-check/license-check.service';
import { NamedKeys } from '../../src/licensing/license-check/named-keys';
import { LicenseKeysRepository } from '../../src/licensing/license-keys/license-keys.repository';
import { LicenseKeysService } from '../../src/licensing/license-keys/license-keys.service';
import { LicenseLogsRepository } from '../../src/licensing/license-logs/license-logs.repository';
import { LeaseClock } from '../../src/licensing/seats/lease-clock';
import { OutageWatch } from '../../src/licensing/seats/outage-watch';
import { SeatPlanner } from '../../src/licensing/seats/seat-planner';
import { MetricsModule } from '../../src/operations/metrics/metrics.module';
import { openDatabase } from '../../src/platform/database/data-source';
import { DatabaseModule } from '../../src/platform/database/database.module';
import { embeddedConnectionOf } from '../../src/platform/database/embedded/embedded-options';
import { StatementRunner } from '../../src/platform/database/statement-runner';
import { EventsModule } from '../../src/platform/events/events.module';
import { EventsRepository } from '../../src/platform/events/events.repository';
import { JobsModule } from '../../src/platform/jobs/jobs.module';
import { LongReadsModule } from '../../src/platform/long-reads/long-reads.module';
import { Metrics } from '../../src/platform/metrics/metrics';
import { SearchIndexModule } from '../../src/platform/search-index/search-index.module';
import { readSettings } from '../../src/platform/settings/settings';
import { SettingsModule } from '../../src/platform/settings/settings.module';
import { databaseOptions } from '../../src/schema';
import { VerdictSigner } from '../../src/signing/verdict-signer';
import { ADMIN_KEY } from '../support/service';
import { LEASE_SECONDS, LeaseSchedule } from './lease-schedule';
import { ACTOR, type Instance, Schedule, SEATS, type World } from './schedule';
import { SimulatedRunner, SimulatedServer } from './simulated-server';
import { VirtualTime } from './virtual-time';

/** Schedules begin this far apart, on the hour: each has the same clock but for the date. */
const APART_MS = 3_600_000;
/** The share of schedules that are about leases and wrong clocks. */
const LEASES = 0.1;

/** The service's own code for checks, from the queue down to SQL, as several instances on one simulated server. */
export class Simulation {
  private constructor(
    private readonly dataSource: DataSource,
    private readonly time: VirtualTime,
    private readonly world: World,
  ) {}

  static async start(): Promise<Simulation> {
    const dataSource = await openDatabase(databaseOptions({ engine: 'embedded', file: ':memory:' }));
    const time = new VirtualTime();
    const connection = embeddedConnectionOf(dataSource)!;
    const server = new SimulatedServer(connection, time);
    const runner = new SimulatedRunner(server);
    // Changes of license keys come by TypeORM, which needs the embedded database's own transactions.
    const desk = await containerOn(dataSource);
    const checks = await containerOn(dataSource, runner);
    await checks.get(DeviceHashes, ANYWHERE).onApplicationBootstrap();
    const licenseKeys = desk.get(LicenseKeysService, ANYWHERE);
    for (const seats of SEATS)
      await licenseKeys.create({ uid: 'u', pid: 1, seats: seats ?? undefined }, ACTOR, undefined);
    await licenseKeys.create({ uid: 'u', pid: 1, seats: 1, leaseSeconds: LEASE_SECONDS }, ACTOR, undefined);
    time.install();
    const world = {
      time,
      server,
      connection,
      licenseKeys,
      startInstance: () => instanceOf(checks, runner, server),
    };
    return new Simulation(dataSource, time, world);
  }

  /** @returns what went wrong, for people; undefined if nothing did */
  async run(seed: number): Promise<string | undefined> {
    this.time.reset();
    this.time.now = APART_MS * (Math.floor(this.time.now / APART_MS) + 1);
    const dice = new Dice(seed);
    const { random } = Math;
    Math.random = () => dice.next();
    try {
      return await (dice.chance(LEASES) ? new LeaseSchedule(this.world, dice) : new Schedule(this.world, dice)).run();
    } finally {
      Math.random = random;
    }
  }

  async close(): Promise<void> {
    this.time.uninstall();
    await this.dataSource.destroy();
  }
}

const ANYWHERE = { strict: false };

function containerOn(dataSource: DataSource, runner?: StatementRunner): Promise<TestingModule> {
  const builder = Test.createTestingModule({
    imports: [
      SettingsModule.with(readSettings({ DATABASE_URL: 'sqlite:unused', BOOTSTRAP_API_KEY: ADMIN_KEY })),
      DatabaseModule.on(dataSource),
      LongReadsModule,
      JobsModule,
      SearchIndexModule,
      EventsModule,
      MetricsModule,
      LicenseCheckModule,
    ],
  });
  return (runner ? builder.overrideProvider(StatementRunner).useValue(runner) : builder).compile();
}

/** Each has a queue, a memory and a clock of its own. */
function instanceOf(module: TestingModule, runner: StatementRunner, server: SimulatedServer): Instance {
  const get = <T>(type: abstract new (...args: never[]) => T): T => module.get(type, ANYWHERE);
  const keys = get(LicenseKeysRepository);
  const metrics = get(Metrics);
  const devices = get(DevicesRepository);
  // Whether there are any is asked with each heartbeat, by TypeORM.
  const some = Object.assign(Object.create(devices) as DevicesRepository, { exist: () => Promise.resolve(true) });
  const watch = new OutageWatch(server.periods, some, new LeaseClock(server.clock));
  const counts = get(SeatCountsRepository);
  const batch = new CheckBatch(
    keys,
    get(NamedKeys),
    get(LicenseLogsRepository),
    get(CheckTerms),
    new SeatPlanner(devices, counts, watch, get(DeviceHashes)),
    new CheckEvents(keys, counts, get(EventsRepository)),
    runner,
    metrics,
  );
  return { checks: new LicenseCheckService(batch, get(VerdictSigner), metrics), watch };
}
