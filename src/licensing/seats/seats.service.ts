import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../../access/audit/actor';
import { ChangeLog } from '../../access/audit/change-log';
import { Transactions } from '../../platform/database/transactions';
import type { Problem } from '../../platform/errors/error-codes';
import { notFound } from '../../platform/errors/errors';
import type { StoredDevice } from '../devices/device-row';
import { type DeviceCursor, DevicesRepository } from '../devices/devices.repository';
import { parseKeyReference } from '../license-keys/key-reference';
import type { Admission } from '../license-keys/admission';
import { KeyPlans } from '../license-keys/key-plans';
import type { LicenseKey } from '../license-keys/license-key.entity';
import { toLicenseKeyDto } from '../license-keys/to-license-key-dto';
import { LicenseKeysRepository } from '../license-keys/license-keys.repository';
import { LICENSE_KEY_NOT_FOUND } from '../license-keys/license-keys.service';
import type { DeviceDto, ReleasedSeatsDto } from './dto/device.dto';
import type { ListDevicesDto } from './dto/list-devices.dto';
import { leaseEnd } from './lease';
import { OutageWatch } from './outage-watch';

export const DEVICE_NOT_FOUND: Problem<'device.notFound'> = {
  code: 'device.notFound',
  message: 'The specified device was not found on this license key.',
};
const DEFAULT_LIMIT = 100;

/** As `Admission`, for a device's seat. */
type SeatAdmission = (...change: [...Parameters<Admission>, device: DeviceDto]) => Promise<void>;

@Injectable()
export class SeatsService {
  constructor(
    private readonly licenseKeys: LicenseKeysRepository,
    private readonly devices: DevicesRepository,
    private readonly keyPlans: KeyPlans,
    private readonly watch: OutageWatch,
    private readonly changeLog: ChangeLog,
    private readonly transactions: Transactions,
  ) {}

  /** Devices with a seat first, then newest seen first. @throws {ApiError} 404 for an unknown key */
  async getPage(
    id: string,
    { limit = DEFAULT_LIMIT, after }: ListDevicesDto,
  ): Promise<{ items: DeviceDto[]; next: string | undefined }> {
    const reference = parseKeyReference(id);
    const own = required((await this.licenseKeys.find([reference]))(reference));
    const [key] = await this.keyPlans.limited([own]);
    const cursor = after === undefined ? undefined : parseCursor(after);
    const found = await this.devices.findNewest(key.id, limit + 1, cursor);
    const devices = found.slice(0, limit);
    const last = devices.at(-1);
    const toDto = deviceDtoOf(key, this.watch);
    return { items: devices.map(toDto), next: found.length > limit && last ? formatCursor(last) : undefined };
  }

  /** Devices of these license keys, and how many of them have a seat now. */
  async count(keys: readonly LicenseKey[]): Promise<{ devices: number; seatsTaken: number }> {
    const now = this.watch.now();
    const limited = await this.keyPlans.limited(keys);
    let [devices, seatsTaken] = [0, 0];
    for (const leaseSeconds of new Set(limited.map((key) => key.leaseSeconds))) {
      const ids = limited.filter((key) => key.leaseSeconds === leaseSeconds).map(({ id }) => id);
      const counted = await this.devices.count(ids, this.watch.expiredUpTo(leaseSeconds, now), now);
      devices += counted.devices;
      seatsTaken += counted.seats;
    }
    return { devices, seatsTaken };
  }

  /**
   * @param force frees seats held by offline licenses too @param admit called for a device that has a seat @throws
   * {ApiError} 404 for an unknown key or device
   */
  release(id: string, deviceId: number, force: boolean, actor: Actor, admit?: SeatAdmission): Promise<DeviceDto> {
    return this.transactions.run(async (transaction) => {
      const own = await this.lock(transaction, id);
      const [key] = await this.keyPlans.limited([own], transaction);
      const devices = this.devices.within(transaction);
      const device = await devices.find(key.id, deviceId);
      if (!device) throw notFound(DEVICE_NOT_FOUND);
      const toDto = deviceDtoOf(key, this.watch);
      const before = toDto(device);
      const isHeld = device.heldUntil > this.watch.now() && !force;
      const after = toDto({ ...device, ...(isHeld ? { lastSeen: 0 } : { hasSeat: false, heldUntil: 0 }) });
      if (!device.hasSeat) return after;
      await admit?.(transaction, own, before);
      await (isHeld ? devices.endLease(device) : devices.release(device));
      // A seat with an expired lease was free already.
      if (before.hasSeat) await this.record(transaction, actor, own, { device: before }, { device: after });
      return after;
    });
  }

  /** @throws {ApiError} 404 for an unknown key */
  releaseAll(id: string, force: boolean, actor: Actor): Promise<ReleasedSeatsDto> {
    return this.transactions.run(async (transaction) => {
      const own = await this.lock(transaction, id);
      const [key] = await this.keyPlans.limited([own], transaction);
      const now = this.watch.now();
      const devices = this.devices.within(transaction);
      await devices.evict(key.id, this.watch.expiredUpTo(key.leaseSeconds, now), now);
      const { released, held, endedLeases } = await devices.releaseAll(key.id, force ? Number.MAX_SAFE_INTEGER : now);
      if (released + endedLeases === 0) return { released };
      await this.record(transaction, actor, own, { seatsTaken: released + held }, { seatsTaken: held });
      return { released };
    });
  }

  /** Skips devices that have a seat or were seen since they were read. @returns how many were deleted */
  forget(keyId: number, devices: readonly StoredDevice[]): Promise<number> {
    return this.transactions.run(async (transaction) => {
      const own = await this.licenseKeys.within(transaction).lock(String(keyId));
      if (!own) return 0;
      const [key] = await this.keyPlans.limited([own], transaction);
      const now = this.watch.now();
      const expiredUpTo = this.watch.expiredUpTo(key.leaseSeconds, now);
      const ids = devices.filter(({ hasSeat, lastSeen }) => !hasSeat || lastSeen <= expiredUpTo).map(({ id }) => id);
      if (ids.length === 0) return 0;
      const newest = Math.max(...devices.map(({ lastSeen }) => lastSeen));
      return this.devices.within(transaction).forget(keyId, ids, newest, now);
    });
  }

  private async lock(transaction: EntityManager, id: string): Promise<LicenseKey> {
    return required((await this.licenseKeys.within(transaction).lock(id)) ?? undefined);
  }

  private async record(
    transaction: EntityManager,
    actor: Actor,
    key: LicenseKey,
    before: object,
    after: object,
  ): Promise<void> {
    const states = { before, after, subject: toLicenseKeyDto(key) };
    const change = { action: 'release', targetType: 'licenseKey', targetId: key.id, ...states } as const;
    await this.changeLog.within(transaction).append(actor, [change]);
  }
}

function required(licenseKey: LicenseKey | undefined): LicenseKey {
  if (!licenseKey) throw notFound(LICENSE_KEY_NOT_FOUND);
  return licenseKey;
}

/** Holds all sort keys, because a device moves in the list whenever it is seen. */
function formatCursor({ hasSeat, lastSeen, id }: DeviceCursor): string {
  return [Number(hasSeat), lastSeen, id].join('.');
}

function parseCursor(text: string): DeviceCursor {
  const [hasSeat, lastSeen, id] = text.split('.').map(Number);
  return { hasSeat: hasSeat === 1, lastSeen, id };
}

function deviceDtoOf({ leaseSeconds }: LicenseKey, watch: OutageWatch): (device: StoredDevice) => DeviceDto {
  const now = watch.now();
  const outages = watch.outages(now);
  const expiredUpTo = watch.expiredUpTo(leaseSeconds, now);
  return ({ id, name, address, hasSeat, firstSeen, lastSeen, heldUntil, refusedAt }) => {
    const isLeased = hasSeat && lastSeen > expiredUpTo;
    const isHeld = hasSeat && heldUntil > now;
    const hasPassed = firstSeen > 0 || hasSeat;
    const isRefused = !isLeased && !isHeld && refusedAt !== null && (!hasPassed || refusedAt > lastSeen);
    return {
      id,
      name,
      address,
      hasSeat: isLeased || isHeld,
      firstSeen,
      lastSeen: hasPassed ? lastSeen : 0,
      leaseUntil: isLeased && leaseSeconds !== null ? leaseEnd(lastSeen, leaseSeconds, outages) : undefined,
      heldUntil: isHeld ? heldUntil : undefined,
      refusedAt: isRefused ? refusedAt : undefined,
    };
  };
}
