import { recordReader, selectOf } from '../../platform/fields/records';
import type { Rows } from '../../platform/database/statement-runner';
import type { KeyReference } from './key-reference';
import { LICENSE_KEY_FIELDS } from './license-key-fields';
import type { KeyTerms } from './key-terms';
import type { LicenseKey } from './license-key.entity';

export type LicenseKeyRow = readonly [id: number, ...rest: unknown[]];

export const LICENSE_KEY_COLUMNS = selectOf(LICENSE_KEY_FIELDS);

export const toLicenseKey: (row: LicenseKeyRow) => LicenseKey = recordReader(LICENSE_KEY_FIELDS);

export type CheckedKey = Pick<
  LicenseKey,
  | 'id'
  | 'product'
  | 'key'
  | 'ip'
  | 'status'
  | 'disabled'
  | 'locked'
  | 'lastSeen'
  | 'expiresAt'
  | 'seats'
  | 'leaseSeconds'
  | 'plan'
  | 'graceDays'
> & {
  /** What else its checks need, once it is read. */
  terms?: KeyTerms;
};

/** A row of `CHECKED_COLUMNS`; both databases return flags as 0 and 1. */
type CheckedRow = readonly [
  id: number,
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
  plan: string | null,
  graceDays: number | null,
];

export const CHECKED_COLUMNS =
  'id, product, `key`, ip, status, disabled, locked, lastSeen, expiresAt, seats, leaseSeconds, plan, graceDays';

/** Written by hand rather than derived from the fields: it runs for every check. */
export function toCheckedKey(row: CheckedRow): CheckedKey {
  const [id, product, key, ip, status, disabled, locked, lastSeen, expiresAt, seats, leaseSeconds, plan, graceDays] =
    row;
  return {
    id,
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
    plan,
    graceDays,
  };
}

export type KeyFinder<Key = CheckedKey> = (reference: KeyReference) => Key | undefined;

export function keyFinder(found: readonly Rows[]): KeyFinder {
  return finderOf(found.flat().map((row) => toCheckedKey(row as CheckedRow)));
}

export function finderOf<Key extends CheckedKey>(keys: readonly Key[]): KeyFinder<Key> {
  const byId = new Map<number, Key>();
  const byKey = new Map<string, Key>();
  for (const licenseKey of keys) {
    // One object per record, even if it is named both ways: all must see its changes.
    const known = byId.get(licenseKey.id) ?? licenseKey;
    byId.set(known.id, known);
    byKey.set(known.key, known);
  }
  return (reference) => {
    if ('id' in reference) return byId.get(reference.id);
    return 'key' in reference ? byKey.get(reference.key) : undefined;
  };
}
