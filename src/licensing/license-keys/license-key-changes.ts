import { In, type Repository } from 'typeorm';
import { insertRows, type NewRow } from '../../platform/database/insert-rows';
import { lockingRead } from '../../platform/database/locking-read';
import { marks } from '../../platform/database/statement-runner';
import { parseKeyReference } from './key-reference';
import { lastSeenHour } from './last-seen-hour';
import { type LicenseKeyFilter, licenseKeySearch } from './license-key-search';
import type { LicenseKey } from './license-key.entity';

/** A license key that has no record id yet. */
export type NewLicenseKey = Omit<LicenseKey, 'id'>;

/** A license key before and after a change. */
export interface ChangedKey {
  readonly before: LicenseKey;
  readonly after: LicenseKey;
}

/** What an operator may change. */
const CHANGEABLE = ['ip', 'status', 'disabled', 'locked', 'expiresAt', 'seats', 'leaseSeconds'] as const;

/** What changes license keys within one transaction. */
export class LicenseKeyChanges {
  /** @param licenseKeys of the transaction */
  constructor(private readonly licenseKeys: Repository<LicenseKey>) {}

  /** The key that a caller names, locked until the transaction ends; null when there is none. */
  async lock(id: string): Promise<LicenseKey | null> {
    const reference = parseKeyReference(id);
    if ('nothing' in reference) return null;
    return this.licenseKeys.findOne({ where: reference, ...lockingRead(this.licenseKeys.manager) });
  }

  /**
   * Inserts license keys, as many as one statement may (`ROWS_A_STATEMENT`). Their ids ascend in the order given.
   * @throws {Error} 'duplicate' (`databaseFault`) when one of the keys is there already
   */
  async insert(licenseKeys: readonly NewLicenseKey[]): Promise<LicenseKey[]> {
    const { manager } = this.licenseKeys;
    await insertRows(manager, 'license_keys', licenseKeys.map(toRow));
    // Only the first id would be known otherwise, and a cluster counts in steps of its own.
    const rows = (await manager.query(
      `SELECT id, \`key\` FROM license_keys WHERE \`key\` IN (${marks(licenseKeys)})`,
      licenseKeys.map(({ key }) => key),
    )) as { id: number; key: string }[];
    const ids = new Map(rows.map(({ id, key }) => [key, id]));
    return licenseKeys.map((licenseKey) => ({ id: ids.get(licenseKey.key)!, ...licenseKey }));
  }

  /** Those of the keys with these record ids that there are, by ascending id, locked until the transaction ends. */
  lockAll(ids: readonly number[]): Promise<LicenseKey[]> {
    const order = { id: 'ASC' } as const;
    return this.licenseKeys.find({ where: { id: In([...ids]) }, order, ...lockingRead(this.licenseKeys.manager) });
  }

  /** Which of the keys with these record ids fulfil a filter. */
  async findMatching(ids: readonly number[], filter: LicenseKeyFilter): Promise<ReadonlySet<number>> {
    const { conditions } = licenseKeySearch(filter);
    if (conditions.length === 0 || ids.length === 0) return new Set(ids);
    const rows = (await this.licenseKeys.manager.query(
      `SELECT id FROM license_keys WHERE id IN (${marks(ids)}) AND ${conditions.map(({ sql }) => sql).join(' AND ')}`,
      [...ids, ...conditions.flatMap(({ parameters }) => parameters)],
    )) as { id: number }[];
    return new Set(rows.map(({ id }) => id));
  }

  /** Gives keys that the transaction has locked their new values, where these differ. */
  async updateAll(changed: readonly ChangedKey[]): Promise<void> {
    const differs = (column: (typeof CHANGEABLE)[number]) =>
      changed.some(({ before, after }) => before[column] !== after[column]);
    const assignments = CHANGEABLE.filter(differs).map((column) => assignmentOf(column, changed));
    if (assignments.length === 0) return;
    const ids = changed.map(({ before }) => before.id);
    await this.licenseKeys.manager.query(
      `UPDATE license_keys SET ${assignments.map(({ sql }) => sql).join(', ')} WHERE id IN (${marks(ids)})`,
      [...assignments.flatMap(({ parameters }) => parameters), ...ids],
    );
  }

  async delete(id: number): Promise<void> {
    await this.licenseKeys.delete({ id });
  }
}

/** One value where all keys get the same, and otherwise one for each. */
function assignmentOf(column: (typeof CHANGEABLE)[number], changed: readonly ChangedKey[]) {
  const values = changed.map(({ after }) => stored(after[column]));
  if (new Set(values).size === 1) return { sql: `\`${column}\` = ?`, parameters: [values[0]] };
  const sql = `\`${column}\` = CASE id ${changed.map(() => 'WHEN ? THEN ?').join(' ')} END`;
  return { sql, parameters: changed.flatMap(({ before }, index) => [before.id, values[index]]) };
}

const stored = (value: string | number | boolean | null) => (typeof value === 'boolean' ? Number(value) : value);

function toRow(licenseKey: NewLicenseKey): NewRow {
  const { uuid, product, key, ip, status, disabled, locked, lastSeen, expiresAt, seats, leaseSeconds } = licenseKey;
  return {
    uuid,
    product,
    key,
    ip,
    status: Number(status),
    disabled: Number(disabled),
    locked: Number(locked),
    lastSeen,
    lastSeenHour: lastSeen === 0 ? null : lastSeenHour(lastSeen),
    expiresAt,
    seats,
    leaseSeconds,
  };
}
