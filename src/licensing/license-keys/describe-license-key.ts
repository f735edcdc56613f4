import { canonicalRange } from '../../platform/addresses/address';
import type { CreateLicenseKeyDto } from './dto/create-license-key.dto';
import type { NewLicenseKey } from './license-key-changes';

/** What a caller decides about a new license key. */
export type LicenseKeyDescription = Omit<NewLicenseKey, 'key' | 'lastSeen'>;

/** Fills in the defaults (decisions, section 3). */
export function describeLicenseKey(body: CreateLicenseKeyDto): LicenseKeyDescription {
  return {
    uuid: body.uid,
    product: body.pid,
    ip: canonicalRange(body.ip ?? '') ?? '',
    status: body.status ?? true,
    disabled: body.disabled ?? false,
    locked: body.locked ?? false,
    expiresAt: body.expiresAt || null,
    seats: body.seats || null,
    leaseSeconds: body.leaseSeconds || null,
  };
}
