import { search, type Search } from '../database/search';
import type { StatementRunner } from '../database/statement-runner';
import type { KeyReference } from './key-reference';
import type { LicenseKey } from './license-key.entity';

/** A row of `COLUMNS`; both databases hand flags over as 0 and 1. */
type LicenseKeyRow = readonly [
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

const COLUMNS = 'id, uuid, product, `key`, ip, status, disabled, locked, lastSeen, expiresAt';

/** Record ids that one statement looks up at most: while it runs, the embedded database holds up the event loop. */
const IDS_A_STATEMENT = 500;

/** Finds the key that a reference names, among those that were looked up; undefined when there is none. */
export type KeyFinder = (reference: KeyReference) => LicenseKey | undefined;

/** Looks up all keys that some requests name at once. */
export async function findLicenseKeys(
  statements: StatementRunner,
  references: readonly KeyReference[],
): Promise<KeyFinder> {
  const ids = new Set<number>();
  const keys = new Set<string>();
  for (const reference of references) {
    if ('id' in reference) ids.add(reference.id);
    else if ('key' in reference) keys.add(reference.key);
  }
  const found = await Promise.all([selectBy(statements, 'id', [...ids]), selectBy(statements, 'key', [...keys])]);
  const byId = new Map<number, LicenseKey>();
  const byKey = new Map<string, LicenseKey>();
  for (const licenseKey of found.flat()) {
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

/** The keys with these record ids, in ascending order; those that are gone are left out. */
export async function findLicenseKeysById(statements: StatementRunner, ids: readonly number[]): Promise<LicenseKey[]> {
  const found: LicenseKey[] = [];
  for (let first = 0; first < ids.length; first += IDS_A_STATEMENT) {
    found.push(...(await selectBy(statements, 'id', ids.slice(first, first + IDS_A_STATEMENT))));
  }
  return found.toSorted((a, b) => a.id - b.id);
}

/** Reads the keys that a search finds by ascending id, some at a time. */
export async function* selectLicenseKeys(
  statements: StatementRunner,
  what: Omit<Search, 'table' | 'columns'>,
  size?: number,
): AsyncGenerator<LicenseKey[]> {
  const searched = { table: 'license_keys', columns: COLUMNS, ...what };
  for await (const rows of search<LicenseKeyRow>(statements, searched, size)) yield rows.map(toLicenseKey);
}

async function selectBy(
  statements: StatementRunner,
  column: 'id' | 'key',
  values: (string | number)[],
): Promise<LicenseKey[]> {
  if (values.length === 0) return [];
  const rows = await statements.read<LicenseKeyRow>({
    sql: `SELECT ${COLUMNS} FROM license_keys WHERE \`${column}\` IN (${values.map(() => '?').join(', ')})`,
    parameters: values,
  });
  return rows.map(toLicenseKey);
}

function toLicenseKey(row: LicenseKeyRow): LicenseKey {
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
