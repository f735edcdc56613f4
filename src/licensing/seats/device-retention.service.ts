import { Injectable } from '@nestjs/common';
import { Jobs } from '../../platform/jobs/jobs';
import { Transactions } from '../../platform/database/transactions';
import { Settings } from '../../platform/settings/settings';
import type { StoredDevice } from '../devices/device-row';
import { DevicesRepository } from '../devices/devices.repository';
import { SeatCountsRepository } from '../devices/seat-counts.repository';
import { LicenseKeysRepository } from '../license-keys/license-keys.repository';
import { hourlyPurge, type Purge } from '../retention/hourly-purge';
import { RetentionClock } from '../retention/retention-clock';
import { lapsedUpTo } from './lease';
import { OutageWatch } from './outage-watch';

/** Few enough that a check never waits long for them. */
const DEVICES_A_CHUNK = 200;

/** Forgets devices that have no seat, and weren't seen for `DEVICE_RETENTION_DAYS`. */
@Injectable()
export class DeviceRetentionService {
  constructor(
    private readonly devices: DevicesRepository,
    private readonly counts: SeatCountsRepository,
    private readonly licenseKeys: LicenseKeysRepository,
    private readonly watch: OutageWatch,
    private readonly transactions: Transactions,
    clock: RetentionClock,
    jobs: Jobs,
    { deviceRetentionDays: days }: Settings,
  ) {
    const purge: Purge = {
      what: 'devices without a seat',
      setting: 'DEVICE_RETENTION_DAYS',
      days,
      run: (before, portion) => this.forgetUnseen(before, portion),
    };
    jobs.add(hourlyPurge('device-retention', purge, clock));
  }

  private async forgetUnseen(before: number, portion: Parameters<Purge['run']>[1]): Promise<number> {
    let forgotten = 0;
    let after: Pick<StoredDevice, 'keyId' | 'id'> = { keyId: 0, id: 0 };
    for (;;) {
      const chunk = await portion(async () => {
        const devices = await this.devices.findNext(after, DEVICES_A_CHUNK);
        const old = devices.filter((device) => lastKnown(device) < before);
        return { last: devices.at(-1), forgotten: await this.forgetOfKeys(old) };
      });
      forgotten += chunk?.forgotten ?? 0;
      if (!chunk?.last) return forgotten;
      after = chunk.last;
    }
  }

  private async forgetOfKeys(devices: readonly StoredDevice[]): Promise<number> {
    let forgotten = 0;
    for (const keyId of new Set(devices.map((device) => device.keyId))) {
      const ofKey = devices.filter((device) => device.keyId === keyId);
      forgotten += await this.forget(keyId, ofKey);
    }
    return forgotten;
  }

  /** Those that were not seen since they were found, and have no seat, or no lease of it any more. */
  private forget(keyId: number, devices: readonly StoredDevice[]): Promise<number> {
    return this.transactions.run(async (transaction) => {
      const key = await this.licenseKeys.within(transaction).lock(String(keyId));
      if (!key) return 0;
      const now = this.watch.now();
      const lapsed = lapsedUpTo(now, key.leaseSeconds, this.watch.outages(now));
      const ids = devices.filter(({ hasSeat, lastSeen }) => !hasSeat || lastSeen <= lapsed).map(({ id }) => id);
      if (ids.length === 0) return 0;
      const newest = Math.max(...devices.map(({ lastSeen }) => lastSeen));
      const forgotten = await this.devices.within(transaction).forget(keyId, ids, newest, now);
      if (forgotten.seats > 0) await this.counts.within(transaction).giveBack(keyId, forgotten.seats);
      return forgotten.devices;
    });
  }
}

/** When a device was last there, or a license held its seat: one that only ever had a license was never seen. */
function lastKnown({ firstSeen, lastSeen, heldUntil }: StoredDevice): number {
  return Math.max(firstSeen, lastSeen, heldUntil);
}
