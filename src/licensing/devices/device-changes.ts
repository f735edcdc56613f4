import { In, LessThanOrEqual, MoreThan, type Repository } from 'typeorm';
import { StaleRowsError } from '../../platform/database/database-errors';
import type { StoredDevice } from './device-row';
import type { Device } from './device.entity';

/** What changes the devices of a license key within one transaction, which has locked the key: so do all that change them. */
export class DeviceChanges {
  /** @param devices of the transaction */
  constructor(private readonly devices: Repository<Device>) {}

  find(keyId: number, id: number): Promise<StoredDevice | null> {
    return this.devices.findOneBy({ keyId, id });
  }

  findByHash(hash: string): Promise<StoredDevice | null> {
    return this.devices.findOneBy({ hash });
  }

  async insert(device: StoredDevice): Promise<void> {
    await this.devices.insert(device);
  }

  /** Gives a device a seat, or leaves it the one that it has, at least until a time. */
  async hold({ keyId, id, hasSeat }: StoredDevice, heldUntil: number): Promise<void> {
    // What it was before it lost its seat counts no more: a lease of it would begin anew.
    await this.devices.update({ keyId, id }, { hasSeat: true, heldUntil, ...(hasSeat ? {} : { lastSeen: 0 }) });
  }

  /** Takes away the seats that have lapsed: those of devices not seen since a time that no license holds now. @returns how many */
  async evict(keyId: number, lastSeen: number, now: number): Promise<number> {
    const lapsed = { lastSeen: LessThanOrEqual(lastSeen), heldUntil: LessThanOrEqual(now) };
    const { affected } = await this.devices.update({ keyId, hasSeat: true, ...lapsed }, { hasSeat: false });
    return affected ?? 0;
  }

  /**
   * Takes the seat of a device away.
   * @throws {StaleRowsError} when it has none any more, or a license has come to hold it: on another node of a cluster, where the
   * key isn't locked
   */
  release(device: StoredDevice): Promise<void> {
    return this.change(device, { hasSeat: false, heldUntil: 0 });
  }

  /** Ends the lease of a device whose seat an offline license holds. @throws {StaleRowsError} as `release` */
  retire(device: StoredDevice): Promise<void> {
    return this.change(device, { lastSeen: 0 });
  }

  /**
   * Takes the seats of all devices of a license key away, and ends the leases of those that an offline license holds longer.
   * @param heldUntil milliseconds since the Unix epoch
   * @returns how many seats are free now, how many are held on, and how many of those have lost a lease
   */
  async releaseAll(keyId: number, heldUntil: number): Promise<{ released: number; held: number; retired: number }> {
    const seated = { keyId, hasSeat: true };
    const held = { ...seated, heldUntil: MoreThan(heldUntil) };
    const { affected: retired } = await this.devices.update({ ...held, lastSeen: MoreThan(0) }, { lastSeen: 0 });
    const free = { ...seated, heldUntil: LessThanOrEqual(heldUntil) };
    const { affected: released } = await this.devices.update(free, { hasSeat: false, heldUntil: 0 });
    return { released: released ?? 0, held: await this.devices.countBy(held), retired: retired ?? 0 };
  }

  /** Forgets those of some devices that weren't seen after a time, and that no offline license holds. @returns how many, and how many of them had a seat */
  async forget(
    keyId: number,
    ids: readonly number[],
    lastSeen: number,
    now: number,
  ): Promise<{ devices: number; seats: number }> {
    const old = { keyId, id: In([...ids]), lastSeen: LessThanOrEqual(lastSeen), heldUntil: LessThanOrEqual(now) };
    const { affected: seats } = await this.devices.delete({ ...old, hasSeat: true });
    const { affected: others } = await this.devices.delete({ ...old, hasSeat: false });
    return { devices: (seats ?? 0) + (others ?? 0), seats: seats ?? 0 };
  }

  /** Forgets all devices of a license key. */
  async deleteAll(keyId: number): Promise<void> {
    await this.devices.delete({ keyId });
  }

  private async change({ keyId, id, heldUntil }: StoredDevice, change: Partial<StoredDevice>): Promise<void> {
    const { affected } = await this.devices.update({ keyId, id, hasSeat: true, heldUntil }, change);
    if (affected !== 1) throw new StaleRowsError();
  }
}
