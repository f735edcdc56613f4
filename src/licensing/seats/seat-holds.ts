import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Problem } from '../../platform/errors/error-codes';
import { conflict } from '../../platform/errors/errors';
import { DeviceHashes } from '../devices/device-hashes';
import { DevicesRepository } from '../devices/devices.repository';
import { SeatCountsRepository } from '../devices/seat-counts.repository';
import { KeyPlans } from '../license-keys/key-plans';
import type { LicenseKey } from '../license-keys/license-key.entity';
import { OutageWatch } from './outage-watch';

export const noSeatLeft = (seats: number): Problem<'licenseKey.noSeat'> => ({
  code: 'licenseKey.noSeat',
  message: `${seats === 1 ? 'The only seat of this license key is' : `All ${seats} seats of this license key are`} taken; release one, or raise seats.`,
});

const NEVER_SEEN = { name: '', address: '', hasSeat: true, lastSeen: 0, refusedAt: null };

@Injectable()
export class SeatHolds {
  constructor(
    private readonly devices: DevicesRepository,
    private readonly counts: SeatCountsRepository,
    private readonly hashes: DeviceHashes,
    private readonly keyPlans: KeyPlans,
    private readonly watch: OutageWatch,
  ) {}

  /**
   * @param until milliseconds since the Unix epoch; never shortens a hold
   * @returns the device's hash; nothing is held if the key counts no devices
   * @throws {ApiError} 409 if all seats are taken
   */
  async hold(transaction: EntityManager, own: LicenseKey, device: string, until: number): Promise<string> {
    const [key] = await this.keyPlans.limited([own], transaction);
    await this.hashes.load();
    const hash = this.hashes.hashOf(key.id, { device, address: '' });
    if (key.seats === null) return hash;
    const [devices, counts] = [this.devices.within(transaction), this.counts.within(transaction)];
    const now = this.watch.now();
    const count = await counts.find(key.id);
    const expired = await devices.evict(key.id, this.watch.expiredUpTo(key.leaseSeconds, now), now);
    const before = count && { ...count, taken: count.taken - expired };
    const { taken, lastDevice } = before ?? { taken: 0, lastDevice: 0 };
    const known = await devices.findByHash(hash);
    if (!known?.hasSeat && taken >= key.seats) throw conflict(noSeatLeft(key.seats));
    const id = known?.id ?? lastDevice + 1;
    const after = { taken: taken + (known?.hasSeat ? 0 : 1), lastDevice: Math.max(id, lastDevice) };
    await counts.change({ keyId: key.id, before, after });
    if (known) await devices.hold(known, Math.max(until, known.heldUntil), now);
    else await devices.insert({ ...NEVER_SEEN, keyId: key.id, id, hash, firstSeen: now, heldUntil: until });
    return hash;
  }
}
