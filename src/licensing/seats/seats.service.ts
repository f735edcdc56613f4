import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../../access/audit/actor';
import { AuditRecordsRepository } from '../../access/audit/audit-records.repository';
import { Transactions } from '../../platform/database/transactions';
import type { Problem } from '../../platform/errors/error-codes';
import { conflict, notFound } from '../../platform/errors/errors';
import { DeviceHashes } from '../devices/device-hashes';
import type { StoredDevice } from '../devices/device-row';
import { DevicesRepository } from '../devices/devices.repository';
import { SeatCountsRepository } from '../devices/seat-counts.repository';
import { parseKeyReference } from '../license-keys/key-reference';
import type { LicenseKey } from '../license-keys/license-key.entity';
import { LicenseKeysRepository } from '../license-keys/license-keys.repository';
import { LICENSE_KEY_NOT_FOUND } from '../license-keys/license-keys.service';
import { readPlace, writePlace } from './device-place';
import type { DeviceDto, ReleasedSeatsDto } from './dto/device.dto';
import type { ListDevicesDto } from './dto/list-devices.dto';
import { lapsedUpTo, leaseEnd, type Outages } from './lease';
import { OutageWatch } from './outage-watch';

export const DEVICE_NOT_FOUND: Problem<'device.notFound'> = {
  code: 'device.notFound',
  message: 'The specified device was not found on this license key.',
};
export const noSeatLeft = (seats: number): Problem<'licenseKey.noSeat'> => ({
  code: 'licenseKey.noSeat',
  message: `${seats === 1 ? 'The only seat of this license key is' : `All ${seats} seats of this license key are`} taken; release one, or raise seats.`,
});
const DEFAULT_LIMIT = 100;
/** A device that is known by an offline license only. */
const NEVER_SEEN = { name: '', address: '', hasSeat: true, lastSeen: 0 };

/** The devices of license keys, as operators see them, and the release of their seats. */
@Injectable()
export class SeatsService {
  constructor(
    private readonly licenseKeys: LicenseKeysRepository,
    private readonly devices: DevicesRepository,
    private readonly counts: SeatCountsRepository,
    private readonly hashes: DeviceHashes,
    private readonly watch: OutageWatch,
    private readonly audit: AuditRecordsRepository,
    private readonly transactions: Transactions,
  ) {}

  /**
   * The devices of a license key: those with a seat before those without, newest seen first; `next` is the `after` of the
   * following page, if more follow.
   * @throws {ApiError} 404 when there is no such key
   */
  async getPage(
    id: string,
    { limit = DEFAULT_LIMIT, after }: ListDevicesDto,
  ): Promise<{ items: DeviceDto[]; next: string | undefined }> {
    const reference = parseKeyReference(id);
    const key = required((await this.licenseKeys.find([reference]))(reference));
    const place = after === undefined ? undefined : readPlace(after);
    const found = await this.devices.findNewest(key.id, limit + 1, place);
    const devices = found.slice(0, limit);
    const last = devices.at(-1);
    const toDto = deviceDtoOf(key, this.watch);
    return { items: devices.map(toDto), next: found.length > limit && last ? writePlace(last) : undefined };
  }

  /**
   * Takes a device's seat away, so that another may have it; one without a seat stays as it is. A seat that an offline license
   * holds is free when that ends, since the license goes on working.
   * @param force takes away what an offline license holds too
   * @throws {ApiError} 404 when there is no such key, or no such device of it
   */
  release(id: string, deviceId: number, force: boolean, actor: Actor): Promise<DeviceDto> {
    return this.transactions.run(async (transaction) => {
      const key = await this.lock(transaction, id);
      const devices = this.devices.within(transaction);
      const device = await devices.find(key.id, deviceId);
      if (!device) throw notFound(DEVICE_NOT_FOUND);
      const now = this.watch.now();
      const toDto = deviceDtoOf(key, this.watch);
      const before = toDto(device);
      const isHeld = device.heldUntil > now && !force;
      const after = toDto({ ...device, ...(isHeld ? { lastSeen: 0 } : { hasSeat: false, heldUntil: 0 }) });
      if (!device.hasSeat) return after;
      await (isHeld ? devices.retire(device) : devices.release(device));
      if (!isHeld) await this.counts.within(transaction).giveBack(key.id, 1);
      // Where its lease had run out, nothing has changed for anybody.
      if (before.hasSeat) await this.record(transaction, actor, key, { device: before }, { device: after });
      return after;
    });
  }

  /**
   * Takes the seats of all devices of a license key away, as `release` does of one.
   * @throws {ApiError} 404 when there is no such key
   */
  releaseAll(id: string, force: boolean, actor: Actor): Promise<ReleasedSeatsDto> {
    return this.transactions.run(async (transaction) => {
      const key = await this.lock(transaction, id);
      const now = this.watch.now();
      const devices = this.devices.within(transaction);
      const lapsed = await devices.evict(key.id, lapsedUpTo(now, key.leaseSeconds, this.watch.outages(now)), now);
      const until = force ? Number.MAX_SAFE_INTEGER : now;
      const { released, held, retired } = await devices.releaseAll(key.id, until);
      if (released + lapsed > 0) await this.counts.within(transaction).giveBack(key.id, released + lapsed);
      if (released + retired === 0) return { released };
      await this.record(transaction, actor, key, { seatsTaken: released + held }, { seatsTaken: held });
      return { released };
    });
  }

  /**
   * Has an offline license hold the seat of a device, which takes one if it has none. Keys without seats have nothing to hold.
   * @param key locked by the transaction
   * @param until milliseconds since the Unix epoch; the device keeps a later end that it has
   * @throws {ApiError} 409 when all seats are taken
   */
  async hold(transaction: EntityManager, key: LicenseKey, device: string, until: number): Promise<void> {
    if (key.seats === null) return;
    await this.hashes.load();
    const [devices, counts] = [this.devices.within(transaction), this.counts.within(transaction)];
    const now = this.watch.now();
    const before = await counts.find(key.id);
    const lapsed = await devices.evict(key.id, lapsedUpTo(now, key.leaseSeconds, this.watch.outages(now)), now);
    const { taken: counted, lastDevice } = before ?? { taken: 0, lastDevice: 0 };
    const taken = counted - lapsed;
    const hash = this.hashes.hashOf(key.id, { device, address: '' });
    const known = await devices.findByHash(hash);
    if (!known?.hasSeat && taken >= key.seats) throw conflict(noSeatLeft(key.seats));
    const id = known?.id ?? lastDevice + 1;
    const more = known?.hasSeat ? 0 : 1;
    await counts.change({
      keyId: key.id,
      before,
      after: { taken: taken + more, lastDevice: Math.max(id, lastDevice) },
    });
    if (known) await devices.hold(known, Math.max(until, known.heldUntil));
    else await devices.insert({ ...NEVER_SEEN, keyId: key.id, id, hash, firstSeen: now, heldUntil: until });
  }

  /** All that changes the devices of a license key locks the key first. */
  private async lock(transaction: EntityManager, id: string): Promise<LicenseKey> {
    return required((await this.licenseKeys.within(transaction).lock(id)) ?? undefined);
  }

  private async record(
    transaction: EntityManager,
    actor: Actor,
    { id }: LicenseKey,
    before: object,
    after: object,
  ): Promise<void> {
    const change = { action: 'release', targetType: 'licenseKey', targetId: id, before, after } as const;
    await this.audit.within(transaction).append(actor, [change]);
  }
}

function required(licenseKey: LicenseKey | undefined): LicenseKey {
  if (!licenseKey) throw notFound(LICENSE_KEY_NOT_FOUND);
  return licenseKey;
}

/** Shows devices of a license key as they stand now. */
function deviceDtoOf({ leaseSeconds }: LicenseKey, watch: OutageWatch): (device: StoredDevice) => DeviceDto {
  const now = watch.now();
  const outages: Outages = watch.outages(now);
  const lapsed = lapsedUpTo(now, leaseSeconds, outages);
  return ({ id, name, address, hasSeat, firstSeen, lastSeen, heldUntil }) => {
    const isLeased = hasSeat && lastSeen > lapsed;
    const isHeld = hasSeat && heldUntil > now;
    return {
      id,
      name,
      address,
      hasSeat: isLeased || isHeld,
      firstSeen,
      lastSeen,
      leaseUntil: isLeased && leaseSeconds !== null ? leaseEnd(lastSeen, leaseSeconds, outages) : undefined,
      heldUntil: isHeld ? heldUntil : undefined,
    };
  };
}
