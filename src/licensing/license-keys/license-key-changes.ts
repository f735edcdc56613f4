import { In, MoreThan, type Repository } from 'typeorm';
import type { PlanName } from '../../catalog/plans/plan-row';
import { insertNumbered } from '../../platform/database/insert-numbered';
import type { NewRow } from '../../platform/database/insert-rows';
import { lockingEnd, lockingRead } from '../../platform/database/locking-read';
import { textEquals } from '../../platform/database/search-conditions';
import { marks } from '../../platform/database/statement-runner';
import type { PlainWrite } from '../../platform/database/write-all';
import { namesIn } from '../../platform/fields/field';
import { rowOf, toColumn } from '../../platform/fields/records';
import { parseKeyReference } from './key-reference';
import { lastSeenHour } from './last-seen-hour';
import { type LicenseKeyFilter, licenseKeySearch } from './license-key-search';
import { LICENSE_KEY_FIELDS } from './license-key-fields';
import { LICENSE_KEY_COLUMNS, type LicenseKeyRow, toLicenseKey } from './license-key-row';
import type { LicenseKey } from './license-key.entity';

export type NewLicenseKey = Omit<LicenseKey, 'id'>;

export interface ChangedKey {
  readonly before: LicenseKey;
  readonly after: LicenseKey;
}

/** Includes the key, for replacements, and `starts`, which a given end clears. */
const CHANGEABLE = [...namesIn(LICENSE_KEY_FIELDS, 'update'), 'key' as const, 'starts' as const];

/** Changes license keys within one transaction. */
export class LicenseKeyChanges {
  constructor(private readonly licenseKeys: Repository<LicenseKey>) {}

  /** Locks the key until the transaction ends; null if there is none. */
  async lock(id: string): Promise<LicenseKey | null> {
    const reference = parseKeyReference(id);
    if ('nothing' in reference) return null;
    return this.licenseKeys.findOne({ where: reference, ...lockingRead(this.licenseKeys.manager) });
  }

  /** At most `ROWS_A_STATEMENT` keys; ids ascend. @throws {Error} 'duplicate' (`databaseFault`) if a key exists */
  async insert(licenseKeys: readonly NewLicenseKey[]): Promise<LicenseKey[]> {
    const ids = await insertNumbered(this.licenseKeys.manager, 'license_keys', licenseKeys.map(toRow), 'key');
    return licenseKeys.map((licenseKey, index) => ({ id: ids[index], ...licenseKey }));
  }

  /** Those that exist, by ascending id, locked until the transaction ends. */
  async lockAll(ids: readonly number[]): Promise<LicenseKey[]> {
    return ids.length === 0 ? [] : this.lockWhere(`id IN (${marks(ids)})`, ids);
  }

  /** Those that exist, as the transaction sees them. */
  findByIds(ids: readonly number[]): Promise<LicenseKey[]> {
    return this.licenseKeys.findBy({ id: In([...ids]) });
  }

  /** License keys of a user with ids after one up to another, ascending, locked until the transaction ends. */
  async lockOfUser(
    { uid, position, lastId }: { uid: string; position: number; lastId: number },
    limit: number,
  ): Promise<LicenseKey[]> {
    const { condition, equal } = textEquals('uuid', uid);
    const rows = (await this.licenseKeys.manager.query(
      `SELECT id FROM license_keys WHERE ${equal.sql} AND ${condition.sql} AND id > ? AND id <= ? ORDER BY id LIMIT ?`,
      [...equal.parameters, ...condition.parameters, position, lastId, limit],
    )) as { id: number }[];
    return rows.length === 0 ? [] : this.lockAll(rows.map(({ id }) => id));
  }

  /** Number of license keys with a plan, up to `most`. */
  async countOfPlan({ product, code }: PlanName, most: number): Promise<number> {
    const [{ users }] = (await this.licenseKeys.manager.query(
      'SELECT COUNT(*) AS users FROM (SELECT id FROM license_keys WHERE plan = ? AND product = ? LIMIT ?) AS found',
      [code, product, most],
    )) as [{ users: number | string }];
    return Number(users);
  }

  /** Whether any license key has this uid. */
  async isUser(uid: string): Promise<boolean> {
    return (await this.lockOfUser({ uid, position: 0, lastId: Number.MAX_SAFE_INTEGER }, 1)).length > 0;
  }

  /** Those after an id up to another, by ascending id, locked until the transaction ends. */
  lockBetween(after: number, upTo: number): Promise<LicenseKey[]> {
    return this.lockWhere('id > ? AND id <= ?', [after, upTo]);
  }

  /** The id of the `size`-th key after an id; undefined if there are fewer. */
  async findEnd(after: number, size: number): Promise<number | undefined> {
    const [key] = await this.licenseKeys.find({
      select: { id: true },
      where: { id: MoreThan(after) },
      order: { id: 'ASC' },
      skip: size - 1,
      take: 1,
    });
    return key?.id;
  }

  async findMatching(ids: readonly number[], filter: LicenseKeyFilter): Promise<ReadonlySet<number>> {
    const { conditions } = licenseKeySearch(filter);
    if (conditions.length === 0 || ids.length === 0) return new Set(ids);
    const rows = (await this.licenseKeys.manager.query(
      `SELECT id FROM license_keys WHERE id IN (${marks(ids)}) AND ${conditions.map(({ sql }) => sql).join(' AND ')}`,
      [...ids, ...conditions.flatMap(({ parameters }) => parameters)],
    )) as { id: number }[];
    return new Set(rows.map(({ id }) => id));
  }

  async delete(id: number): Promise<void> {
    await this.licenseKeys.delete({ id });
  }

  /** Without TypeORM's entities, which take longer to make than the keys to read. */
  private async lockWhere(condition: string, parameters: readonly number[]): Promise<LicenseKey[]> {
    const { manager } = this.licenseKeys;
    const sql = `SELECT ${LICENSE_KEY_COLUMNS} FROM license_keys WHERE ${condition} ORDER BY id${lockingEnd(manager)}`;
    const rows = (await manager.query(sql, [...parameters])) as object[];
    return rows.map((row) => toLicenseKey(Object.values(row) as unknown as LicenseKeyRow));
  }
}

/** Writes new values where they differ, of keys that the transaction has locked; no statement if all stay. */
export function updatesOf(changed: readonly ChangedKey[]): PlainWrite[] {
  const differs = (column: (typeof CHANGEABLE)[number]) =>
    changed.some(({ before, after }) => before[column] !== after[column]);
  const assignments = CHANGEABLE.filter(differs).map((column) => assignmentOf(column, changed));
  if (assignments.length === 0) return [];
  const ids = changed.map(({ before }) => before.id);
  const sql = `UPDATE license_keys SET ${assignments.map((each) => each.sql).join(', ')} WHERE id IN (${marks(ids)})`;
  return [{ sql, parameters: [...assignments.flatMap(({ parameters }) => parameters), ...ids] }];
}

/** One value if all keys get the same, otherwise one per key. */
function assignmentOf(column: (typeof CHANGEABLE)[number], changed: readonly ChangedKey[]) {
  const values = changed.map(({ after }) => toColumn(after[column]));
  if (new Set(values).size === 1) return { sql: `\`${column}\` = ?`, parameters: [values[0]] };
  const sql = `\`${column}\` = CASE id ${changed.map(() => 'WHEN ? THEN ?').join(' ')} END`;
  return { sql, parameters: changed.flatMap(({ before }, index) => [before.id, values[index]]) };
}

function toRow(licenseKey: NewLicenseKey): NewRow {
  const { lastSeen } = licenseKey;
  return {
    ...rowOf(LICENSE_KEY_FIELDS, licenseKey),
    lastSeenHour: lastSeen === 0 ? null : lastSeenHour(lastSeen),
  };
}
