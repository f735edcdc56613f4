import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../../access/audit/actor';
import { AuditRecordsRepository } from '../../access/audit/audit-records.repository';
import { canonicalRange } from '../../platform/addresses/address';
import { DevicesRepository } from '../devices/devices.repository';
import { SeatCountsRepository } from '../devices/seat-counts.repository';
import type { UpdateLicenseKeyDto } from './dto/update-license-key.dto';
import type { ChangedKey } from './license-key-changes';
import type { LicenseKey } from './license-key.entity';
import { LicenseKeysRepository } from './license-keys.repository';
import { toAuditedLicenseKey } from './to-license-key-dto';

/** What a change says, as it is stored; fields that are left out stay out. */
export function storedValues(change: UpdateLicenseKeyDto): Partial<LicenseKey> {
  const { ip, status, disabled, locked, expiresAt, seats, leaseSeconds } = change;
  return withoutUndefined({
    ip: ip && canonicalRange(ip),
    status,
    disabled,
    locked,
    expiresAt: noneForZero(expiresAt),
    seats: noneForZero(seats),
    leaseSeconds: noneForZero(leaseSeconds),
  });
}

/** Writes changes of license keys, of one and of many alike, each with its record in the audit. */
@Injectable()
export class LicenseKeyUpdate {
  constructor(
    private readonly licenseKeys: LicenseKeysRepository,
    private readonly devices: DevicesRepository,
    private readonly seatCounts: SeatCountsRepository,
    private readonly audit: AuditRecordsRepository,
  ) {}

  /** @param changed keys that the transaction has locked, as many as one statement may insert (`ROWS_A_STATEMENT`) */
  async write(transaction: EntityManager, actor: Actor, changed: readonly ChangedKey[]): Promise<void> {
    if (changed.length === 0) return;
    await this.licenseKeys.within(transaction).updateAll(changed);
    for (const { before, after } of changed) {
      if (after.seats === null && before.seats !== null) await this.forgetDevices(transaction, before.id);
    }
    await this.audit.within(transaction).append(
      actor,
      changed.map(({ before, after }) => ({
        action: 'update',
        targetType: 'licenseKey',
        targetId: before.id,
        before: toAuditedLicenseKey(before),
        after: toAuditedLicenseKey(after),
      })),
    );
  }

  /** A license key that counts no devices any more has none. */
  private async forgetDevices(transaction: EntityManager, keyId: number): Promise<void> {
    await this.devices.within(transaction).deleteAll(keyId);
    await this.seatCounts.within(transaction).clear(keyId);
  }
}

/** What a request says, as it is stored: 0 takes a value away. */
function noneForZero(value: number | undefined): number | null | undefined {
  return value === 0 ? null : value;
}

function withoutUndefined<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;
}
