import { shortened } from '../../access/audit/change';
import type { LicenseKeyDto, LicenseKeyOutlineDto } from './dto/license-key.dto';
import type { LicenseKey } from './license-key.entity';

/** The documented fields in the documented order (interface, License key), then those of extensions that the key uses. */
export function toLicenseKeyDto(entity: LicenseKey): LicenseKeyDto {
  return {
    id: entity.id,
    uuid: entity.uuid,
    product: entity.product,
    key: entity.key,
    ip: entity.ip,
    status: entity.status,
    disabled: entity.disabled,
    locked: entity.locked,
    lastSeen: entity.lastSeen,
    // JSON leaves out what is undefined.
    expiresAt: entity.expiresAt ?? undefined,
    seats: entity.seats ?? undefined,
    leaseSeconds: entity.leaseSeconds ?? undefined,
  };
}

/** For callers who may change license keys but not read them (decision 103). */
export function toLicenseKeyOutlineDto(entity: LicenseKey): LicenseKeyOutlineDto {
  const { key: _key, uuid: _uuid, ...outline } = toLicenseKeyDto(entity);
  return outline;
}

/** A license key as the audit shows it: who may read that need not be able to use the key. */
export function toAuditedLicenseKey(entity: LicenseKey): object {
  return Object.assign(toLicenseKeyDto(entity), { key: shortened(entity.key) });
}
