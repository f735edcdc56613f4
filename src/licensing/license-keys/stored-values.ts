import { canonicalRange } from '../../platform/addresses/address';
import type { UpdateLicenseKeyDto } from './dto/update-license-key.dto';
import type { LicenseKey } from './license-key.entity';

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

/** What a request says, as it is stored: 0 takes a value away. */
function noneForZero(value: number | undefined): number | null | undefined {
  return value === 0 ? null : value;
}

function withoutUndefined<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;
}
