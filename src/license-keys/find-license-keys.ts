import { marks, type Rows, type Statement, type StatementRunner } from '../database/statement-runner';
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
];

export const LICENSE_KEY_COLUMNS = 'id, uuid, product, `key`, ip, status, disabled, locked, lastSeen, expiresAt';

/** Record ids that one statement looks up at most: while it runs, the embedded database holds up the event loop. */
const IDS_A_STATEMENT = 500;

/** Finds the key that a reference names, among those that were looked up; undefined when there is none. */
export type KeyFinder = (reference: KeyReference) => LicenseKey | undefined;

/** The statements that read all keys that some requests name at once; `keyFinder` makes something of their rows. */
export function licenseKeyReads(references: readonly KeyReference[], columns = LICENSE_KEY_COLUMNS): Statement[] {
  const ids = new Set<number>();
  const keys = new Set<string>();
  for (const reference of references) {
    if ('id' in reference) ids.add(reference.id);
    else if ('key' in reference) keys.add(reference.key);
  }
  return [...selectBy(columns, 'id', [...ids]), ...selectBy(columns, 'key', [...keys])];
}

/** Finds keys in the rows that `licenseKeyReads` found. */
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

/** Looks up all keys that some requests name at once. */
export async function findLicenseKeys(
  statements: StatementRunner,
  references: readonly KeyReference[],
): Promise<KeyFinder> {
  return keyFinder(await Promise.all(licenseKeyReads(references).map((read) => statements.read(read))));
}

/** The keys with these record ids, in ascending order; those that are gone are left out. */
export async function findLicenseKeysById(statements: StatementRunner, ids: readonly number[]): Promise<LicenseKey[]> {
  const found: LicenseKey[] = [];
  for (let first = 0; first < ids.length; first += IDS_A_STATEMENT) {
    for (const statement of selectBy(LICENSE_KEY_COLUMNS, 'id', ids.slice(first, first + IDS_A_STATEMENT))) {
      found.push(...(await statements.read<LicenseKeyRow>(statement)).map(toLicenseKey));
    }
  }
  return found.toSorted((a, b) => a.id - b.id);
}

function selectBy(columns: string, column: 'id' | 'key', values: (string | number)[]): Statement[] {
  if (values.length === 0) return [];
  const sql = `SELECT ${columns} FROM license_keys WHERE \`${column}\` IN (${marks(values)})`;
  return [{ sql, parameters: values }];
}

export function toLicenseKey(row: LicenseKeyRow): LicenseKey {
  const [id, uuid, product, key, ip, status, disabled, locked, lastSeen, expiresAt] = row;
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
  };
}
