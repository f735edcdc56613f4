import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../audit/actor';
import { recordChanges } from '../audit/record-change';
import { insertRows, type NewRow, ROWS_A_STATEMENT } from '../database/insert-rows';
import { marks } from '../database/statement-runner';
import { canonicalRange } from '../http/address';
import type { CreateLicenseKeyDto } from './dto/create-license-key.dto';
import { lastSeenHour } from './last-seen-hour';
import type { LicenseKey } from './license-key.entity';
import { toAuditedLicenseKey } from './to-license-key-dto';

/** A license key that has no record id yet. */
export type NewLicenseKey = Omit<LicenseKey, 'id'>;

/** What a caller decides about a new license key. */
export type LicenseKeyDescription = Omit<NewLicenseKey, 'key' | 'lastSeen'>;

/** Fills in the defaults (decisions, section 3). */
export function describeLicenseKey(body: CreateLicenseKeyDto): LicenseKeyDescription {
  return {
    uuid: body.uid,
    product: body.pid,
    ip: canonicalRange(body.ip ?? '') ?? '',
    status: body.status ?? true,
    disabled: body.disabled ?? false,
    locked: body.locked ?? false,
    expiresAt: body.expiresAt || null,
  };
}

/**
 * Inserts license keys within a transaction, each with its record in the audit. Their ids ascend in the order given.
 * @throws {Error} 'duplicate' (`databaseFault`) when one of the keys is there already
 */
export async function insertLicenseKeys(
  manager: EntityManager,
  actor: Actor,
  licenseKeys: readonly NewLicenseKey[],
): Promise<LicenseKey[]> {
  const inserted: LicenseKey[] = [];
  for (let first = 0; first < licenseKeys.length; first += ROWS_A_STATEMENT) {
    // Requests that arrive meanwhile are read; those that need the embedded database wait for the transaction's end.
    if (first > 0) await nextTurn();
    const part = await insertPart(manager, licenseKeys.slice(first, first + ROWS_A_STATEMENT));
    await recordChanges(
      manager,
      actor,
      part.map((entity) => ({
        action: 'create',
        targetType: 'licenseKey',
        targetId: entity.id,
        after: toAuditedLicenseKey(entity),
      })),
    );
    inserted.push(...part);
  }
  return inserted;
}

async function insertPart(manager: EntityManager, licenseKeys: readonly NewLicenseKey[]): Promise<LicenseKey[]> {
  await insertRows(manager, 'license_keys', licenseKeys.map(toRow));
  // Only the first id would be known otherwise, and a cluster counts in steps of its own.
  const rows = (await manager.query(
    `SELECT id, \`key\` FROM license_keys WHERE \`key\` IN (${marks(licenseKeys)})`,
    licenseKeys.map(({ key }) => key),
  )) as { id: number; key: string }[];
  const ids = new Map(rows.map(({ id, key }) => [key, id]));
  return licenseKeys.map((licenseKey) => ({ id: ids.get(licenseKey.key)!, ...licenseKey }));
}

function toRow({ uuid, product, key, ip, status, disabled, locked, lastSeen, expiresAt }: NewLicenseKey): NewRow {
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
  };
}
