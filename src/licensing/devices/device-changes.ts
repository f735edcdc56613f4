import { In, LessThanOrEqual, MoreThan, type Repository } from 'typeorm';
import { StaleRowsError } from '../../platform/database/database-errors';
import type { SearchWordChanges } from '../../platform/search-index/search-word-changes';
import type { StoredDevice } from './device-row';
import { KINDS, type Worded } from '../../platform/search-index/worded';
import { deviceWords, IS_GONE } from './device-words';
import type { Device } from './device.entity';
import type { SeatCountsRepository } from './seat-counts.repository';

/** Needs a transaction that has locked the license key. Batches of checks have their own SQL (`SeatPlanner`). */
export class DeviceChanges {
  constructor(
    private readonly devices: Repository<Device>,
    private readonly counts: SeatCountsRepository,
    private readonly words: SearchWordChanges,
  ) {}

  find(keyId: number, id: number): Promise<StoredDevice | null> {
    return this.devices.findOneBy({ keyId, id });
  }

  findByHash(hash: string): Promise<StoredDevice | null> {
    return this.devices.findOneBy({ hash });
  }

  /** The expected search words of some license keys' devices. */
  async readWords(keyIds: readonly number[]): Promise<Worded[]> {
    const select = { keyId: true, id: true, name: true } as const;
    return (await this.devices.find({ select, where: { keyId: In([...keyIds]) } })).map(deviceWords);
  }

  async insert(device: StoredDevice): Promise<void> {
    await this.devices.insert(device);
    await this.words.insert([deviceWords(device)]);
  }

  /** Unlike the others, leaves the seat count to the caller. */
  async hold({ keyId, id, hasSeat, firstSeen }: StoredDevice, heldUntil: number, now: number): Promise<void> {
    // The former lease has ended.
    const anew = hasSeat ? {} : { lastSeen: 0, firstSeen: firstSeen === 0 ? now : firstSeen, refusedAt: null };
    await this.devices.update({ keyId, id }, { hasSeat: true, heldUntil, ...anew });
  }

  /** Frees expired seats: last seen at `lastSeen` or before, and not held by a license. @returns how many */
  async evict(keyId: number, lastSeen: number, now: number): Promise<number> {
    const expired = { lastSeen: LessThanOrEqual(lastSeen), heldUntil: LessThanOrEqual(now) };
    const { affected } = await this.devices.update({ keyId, hasSeat: true, ...expired }, { hasSeat: false });
    return this.countDown(keyId, affected);
  }

  /** @throws {StaleRowsError} if another node of a cluster, where the key isn't locked, changed the device */
  async release(device: StoredDevice): Promise<void> {
    await this.change(device, { hasSeat: false, heldUntil: 0 });
    await this.countDown(device.keyId, 1);
  }

  /** @throws {StaleRowsError} as `release` */
  endLease(device: StoredDevice): Promise<void> {
    return this.change(device, { lastSeen: 0 });
  }

  /** Spares seats held past `heldUntil`, but ends their leases. `held` includes `endedLeases`. */
  async releaseAll(keyId: number, heldUntil: number): Promise<{ released: number; held: number; endedLeases: number }> {
    const seated = { keyId, hasSeat: true };
    const held = { ...seated, heldUntil: MoreThan(heldUntil) };
    const { affected: endedLeases } = await this.devices.update({ ...held, lastSeen: MoreThan(0) }, { lastSeen: 0 });
    const free = { ...seated, heldUntil: LessThanOrEqual(heldUntil) };
    const { affected } = await this.devices.update(free, { hasSeat: false, heldUntil: 0 });
    const released = await this.countDown(keyId, affected);
    return { released, held: await this.devices.countBy(held), endedLeases: endedLeases ?? 0 };
  }

  /** Skips devices seen after `lastSeen` or held by an offline license. @returns how many were deleted */
  async forget(keyId: number, ids: readonly number[], lastSeen: number, now: number): Promise<number> {
    const old = { keyId, id: In([...ids]), lastSeen: LessThanOrEqual(lastSeen), heldUntil: LessThanOrEqual(now) };
    const { affected: withSeat } = await this.devices.delete({ ...old, hasSeat: true });
    const { affected: others } = await this.devices.delete({ ...old, hasSeat: false });
    await this.words.deleteGone(KINDS.licenseKey, keyId, IS_GONE);
    return (await this.countDown(keyId, withSeat)) + (others ?? 0);
  }

  async deleteAll(keyId: number): Promise<void> {
    await this.devices.delete({ keyId });
    await this.words.deleteGone(KINDS.licenseKey, keyId, IS_GONE);
  }

  private async countDown(keyId: number, seats: number | null | undefined): Promise<number> {
    if (!seats) return 0;
    await this.counts.giveBack(keyId, seats);
    return seats;
  }

  private async change({ keyId, id, heldUntil }: StoredDevice, change: Partial<StoredDevice>): Promise<void> {
    const { affected } = await this.devices.update({ keyId, id, hasSeat: true, heldUntil }, change);
    if (affected !== 1) throw new StaleRowsError();
  }
}
