import { Injectable } from '@nestjs/common';
import { Jobs } from '../../platform/jobs/jobs';
import { Settings } from '../../platform/settings/settings';
import type { StoredDevice } from '../devices/device-row';
import { DevicesRepository } from '../devices/devices.repository';
import { hourlyPurge, type Purge } from '../retention/hourly-purge';
import { RetentionClock } from '../retention/retention-clock';
import { SeatsService } from './seats.service';

const DEVICES_A_CHUNK = 200;

@Injectable()
export class DeviceRetentionService {
  constructor(
    private readonly devices: DevicesRepository,
    private readonly seats: SeatsService,
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
      forgotten += await this.seats.forget(
        keyId,
        devices.filter((device) => device.keyId === keyId),
      );
    }
    return forgotten;
  }
}

/** A device known only from an offline license was never seen. */
function lastKnown({ firstSeen, lastSeen, heldUntil, refusedAt }: StoredDevice): number {
  return Math.max(firstSeen, lastSeen, heldUntil, refusedAt ?? 0);
}
