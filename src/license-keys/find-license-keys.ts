import type { Statement, StatementRunner } from '../database/statement-runner';
import type { KeyReference } from './key-reference';
import type { LicenseKey } from './license-key.entity';

/** A row of `SELECT`; both databases hand flags over as 0 and 1. */
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

const SELECT = 'SELECT id, uuid, product, `key`, ip, status, disabled, locked, lastSeen, expiresAt FROM license_keys';

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

/** Reads the keys that fulfil conditions (each a piece of SQL with its parameters), by ascending id. */
export async function selectLicenseKeys(
  statements: StatementRunner,
  conditions: readonly Statement[],
  limit: number,
): Promise<LicenseKey[]> {
  const where = conditions.length > 0 ? ` WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}` : '';
  const rows = await statements.read<LicenseKeyRow>({
    sql: `${SELECT}${where} ORDER BY id LIMIT ?`,
    parameters: [...conditions.flatMap(({ parameters }) => parameters), limit],
  });
  return rows.map(toLicenseKey);
}

async function selectBy(
  statements: StatementRunner,
  column: 'id' | 'key',
  values: (string | number)[],
): Promise<LicenseKey[]> {
  if (values.length === 0) return [];
  const rows = await statements.read<LicenseKeyRow>({
    sql: `${SELECT} WHERE \`${column}\` IN (${values.map(() => '?').join(', ')})`,
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
