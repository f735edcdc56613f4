import type { Rows } from '../../platform/database/statement-runner';
import type { KeyReference } from './key-reference';
import type { LicenseKey } from './license-key.entity';

/** A row of `LICENSE_KEY_COLUMNS`; both databases hand flags over as 0 and 1. */
export type LicenseKeyRow = readonly [
  id: number,
  uuid: string,
  product: number,
  key: string,
  ip: string,
  status: number,
  disabled: number,
  locked: number,
  lastSeen: number,
  expiresAt: number | null,
  seats: number | null,
  leaseSeconds: number | null,
];

export const LICENSE_KEY_COLUMNS =
  'id, uuid, product, `key`, ip, status, disabled, locked, lastSeen, expiresAt, seats, leaseSeconds';

export function toLicenseKey(row: LicenseKeyRow): LicenseKey {
  const [id, uuid, product, key, ip, status, disabled, locked, lastSeen, expiresAt, seats, leaseSeconds] = row;
  return {
    id,
    uuid,
    product,
    key,
    ip,
    status: status === 1,
    disabled: disabled === 1,
    locked: locked === 1,
    lastSeen,
    expiresAt,
    seats,
    leaseSeconds,
  };
}

/** Finds the key that a reference names, among those that were looked up; undefined when there is none. */
export type KeyFinder = (reference: KeyReference) => LicenseKey | undefined;

/** Finds keys in the rows that look-ups found. */
export function keyFinder(found: readonly Rows[]): KeyFinder {
  const byId = new Map<number, LicenseKey>();
  const byKey = new Map<string, LicenseKey>();
  for (const licenseKey of found.flat().map((row) => toLicenseKey(row as LicenseKeyRow))) {
    // One object a record, even when it is named both ways: what changes it must be seen by all.
    const known = byId.get(licenseKey.id) ?? licenseKey;
    byId.set(known.id, known);
    byKey.set(known.key, known);
  }
  return (reference) => {
    if ('id' in reference) return byId.get(reference.id);
    return 'key' in reference ? byKey.get(reference.key) : undefined;
  };
}
