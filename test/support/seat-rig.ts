import { Test, type TestingModule } from '@nestjs/testing';
import type { DataSource } from 'typeorm';
import { CheckBatch } from '../../src/licensing/license-check/check-batch';
import { LicenseCheckModule } from '../../src/licensing/license-check/license-check.module';
import type { Verdict } from '../../src/licensing/license-check/verdict';
import { LicenseKeysService } from '../../src/licensing/license-keys/license-keys.service';
import { DeviceHashes } from '../../src/licensing/devices/device-hashes';
import { OutageWatch } from '../../src/licensing/seats/outage-watch';
import { SeatsService } from '../../src/licensing/seats/seats.service';
import { ServicePeriodsRepository } from '../../src/licensing/seats/service-periods.repository';
import { DatabaseModule } from '../../src/platform/database/database.module';
import { HELD } from '../../src/platform/database/group-commit/held-rows';
import { openDatabase } from '../../src/platform/database/data-source';
import { JobsModule } from '../../src/platform/jobs/jobs.module';
import { EventsModule } from '../../src/platform/events/events.module';
import { SearchIndexModule } from '../../src/platform/search-index/search-index.module';
import { LongReadsModule } from '../../src/platform/long-reads/long-reads.module';
import { SettingsModule } from '../../src/platform/settings/settings.module';
import { readSettings } from '../../src/platform/settings/settings';
import { MetricsModule } from '../../src/operations/metrics/metrics.module';
import { databaseOptions } from '../../src/schema';
import { ADMIN_KEY } from './service';

const ACTOR = { apiKeyId: 1, ownerId: 1, name: 'model', address: '', requestId: '' };
const BEGINNING = 1_767_225_600_000;

/** A request of a device about its seat. */
interface SeatRequest {
  readonly keyId: number;
  readonly device: string;
  readonly isRelease: boolean;
}

/** A device as it is stored. */
interface DeviceRow {
  readonly keyId: number;
  readonly id: number;
  readonly hasSeat: boolean;
  readonly lastSeen: number;
}

/**
 * The service's own code for seats, from a batch of checks down to SQL, on an embedded database in memory; with a clock that
 * moves when it is told to, and an end and a beginning of service likewise.
 */
export class SeatRig {
  private readonly realNow = Date.now;
  private readonly realCount = performance.now.bind(performance);
  private now = BEGINNING;

  private constructor(
    private readonly dataSource: DataSource,
    private readonly module: TestingModule,
  ) {
    Date.now = () => this.now;
    performance.now = () => this.now - BEGINNING;
  }

  static async start(): Promise<SeatRig> {
    const dataSource = await openDatabase(databaseOptions({ engine: 'embedded', file: ':memory:' }));
    const settings = readSettings({ DATABASE_URL: 'sqlite:unused', BOOTSTRAP_API_KEY: ADMIN_KEY });
    const module = await Test.createTestingModule({
      imports: [
        SettingsModule.with(settings),
        DatabaseModule.on(dataSource),
        LongReadsModule,
        JobsModule,
        SearchIndexModule,
        EventsModule,
        MetricsModule,
        LicenseCheckModule,
      ],
    }).compile();
    const rig = new SeatRig(dataSource, module);
    await rig.get(DeviceHashes).onApplicationBootstrap();
    return rig;
  }

  async close(): Promise<void> {
    Date.now = this.realNow;
    performance.now = this.realCount;
    await this.dataSource.destroy();
  }

  get time(): number {
    return this.now;
  }

  /** Everything from before is forgotten, and the service has always been there. */
  async begin(): Promise<void> {
    for (const table of ['license_keys', 'audit_log', 'service_periods'])
      await this.dataSource.query(`DELETE FROM ${table}`);
    await this.get(ServicePeriodsRepository).begin(0, this.now, 0);
    await this.notice();
  }

  /** Time goes by, and the service is there all the time. */
  async pass(milliseconds: number): Promise<void> {
    await this.notice();
    this.now += milliseconds;
    const [{ id }] = (await this.get(ServicePeriodsRepository).findNewest()).slice(-1);
    await this.get(ServicePeriodsRepository).extend(id, this.now);
    await this.notice();
  }

  /** Time goes by, and nobody is there. Nobody knows of it either before the service has noted that it is there again. */
  interrupt(milliseconds: number): void {
    this.now += milliseconds;
  }

  /** The service notes that it is there, as it does when it starts and then every two seconds. */
  notice(): Promise<void> {
    return this.get(OutageWatch).beat();
  }

  async createKey(seats: number, leaseSeconds: number): Promise<number> {
    const { licenseKey } = await this.get(LicenseKeysService).create(
      { uid: 'u', pid: 1, seats, leaseSeconds },
      ACTOR,
      undefined,
    );
    return licenseKey.id;
  }

  async updateKey(keyId: number, changes: { seats?: number; leaseSeconds?: number }): Promise<void> {
    await this.get(LicenseKeysService).update(String(keyId), changes, ACTOR);
  }

  /** Commits requests in one batch, as those that arrive together are. */
  async commit(requests: readonly SeatRequest[], isFree: boolean): Promise<Verdict[]> {
    const batch = this.get(CheckBatch);
    const checks = requests.map(({ keyId, device, isRelease }) => ({
      reference: { id: keyId },
      device,
      deviceName: undefined,
      isRelease,
      pid: undefined,
      info: '',
      isLogged: false,
      address: '127.0.0.1',
      nonce: undefined,
      sentKey: '',
    }));
    const judged = await (isFree ? batch.commitFree(checks) : batch.commit(checks));
    return judged.filter((check) => check !== HELD).map(({ verdict }) => verdict);
  }

  async release(keyId: number, deviceId: number): Promise<void> {
    await this.get(SeatsService).release(String(keyId), deviceId, false, ACTOR);
  }

  async releaseAll(keyId: number): Promise<number> {
    return (await this.get(SeatsService).releaseAll(String(keyId), false, ACTOR)).released;
  }

  /** The devices of a key as operators see them. */
  async list(keyId: number) {
    const { items } = await this.get(SeatsService).getPage(String(keyId), {});
    return items.toSorted((a, b) => a.id - b.id);
  }

  /** All devices, by their license keys and ids. */
  async devices(): Promise<DeviceRow[]> {
    const sql = 'SELECT key_id AS keyId, id, hasSeat, lastSeen FROM devices ORDER BY key_id, id';
    const rows = (await this.dataSource.query(sql)) as (Omit<DeviceRow, 'hasSeat'> & { hasSeat: number })[];
    return rows.map(({ hasSeat, ...row }) => ({ ...row, hasSeat: hasSeat === 1 }));
  }

  /** How many seats of each license key are said to be taken, those with a lease that has run out among them. */
  async counts(): Promise<ReadonlyMap<number, number>> {
    const rows = await this.dataSource.query('SELECT key_id AS keyId, taken FROM seat_counts');
    return new Map((rows as { keyId: number; taken: number }[]).map(({ keyId, taken }) => [keyId, taken]));
  }

  private get<T>(provider: new (...args: never[]) => T): T {
    return this.module.get(provider, { strict: false });
  }
}
