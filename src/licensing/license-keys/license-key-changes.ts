import type { Repository } from 'typeorm';
import { insertRows, type NewRow } from '../../platform/database/insert-rows';
import { lockingRead } from '../../platform/database/locking-read';
import { marks } from '../../platform/database/statement-runner';
import { parseKeyReference } from './key-reference';
import { lastSeenHour } from './last-seen-hour';
import type { LicenseKey } from './license-key.entity';

/** A license key that has no record id yet. */
export type NewLicenseKey = Omit<LicenseKey, 'id'>;

/** What changes license keys within one transaction. */
export class LicenseKeyChanges {
  /** @param licenseKeys of the transaction */
  constructor(private readonly licenseKeys: Repository<LicenseKey>) {}

  /** The key that a caller names, which nobody else changes until the transaction ends; null when there is none. */
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

  async update(id: number, changes: Partial<LicenseKey>): Promise<void> {
    await this.licenseKeys.update({ id }, changes);
  }

  async delete(id: number): Promise<void> {
    await this.licenseKeys.delete({ id });
  }
}

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
