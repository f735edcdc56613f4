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
  | 'test'
> & {
  /** Whether it has a plan or days of grace of its own. */
  readonly hasTerms?: boolean;
  /** Further data for its checks, once read. */
  terms?: KeyTerms;
};

/** A row of `CHECKED_COLUMNS`. */
type CheckedRow = readonly [
  id: number,
  product: number,
  key: string,
  ip: string,
  flags: number,
  lastSeen: number,
  expiresAt: number | null,
  seats: number | null,
  leaseSeconds: number | null,
];

/** Five flags in one number: each column costs every check. */
export const CHECKED_COLUMNS =
  'id, product, `key`, ip, status + 2 * disabled + 4 * locked + 8 * (plan IS NOT NULL OR graceDays IS NOT NULL) + 16 * (test IS NOT NULL), lastSeen, expiresAt, seats, leaseSeconds';

/** Written by hand rather than derived from the fields: it runs for every check. */
function toCheckedKey(row: CheckedRow): CheckedKey {
  const [id, product, key, ip, flags, lastSeen, expiresAt, seats, leaseSeconds] = row;
  return {
    id,
    product,
    key,
    ip,
    status: (flags & 1) !== 0,
    disabled: (flags & 2) !== 0,
    locked: (flags & 4) !== 0,
    lastSeen,
    expiresAt,
    seats,
    leaseSeconds,
    test: (flags & 16) !== 0 || null,
    hasTerms: (flags & 8) !== 0,
    terms: undefined,
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
    // One object per record, even if it is named in both ways: all must see its changes.
    const known = byId.get(licenseKey.id) ?? licenseKey;
    byId.set(known.id, known);
    byKey.set(known.key, known);
  }
  return (reference) => {
    if ('id' in reference) return byId.get(reference.id);
    return 'key' in reference ? byKey.get(reference.key) : undefined;
  };
}
