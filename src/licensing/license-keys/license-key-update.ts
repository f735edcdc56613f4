import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../../access/audit/actor';
import type { Change } from '../../access/audit/change';
import { ChangeLog } from '../../access/audit/change-log';
import type { PlainWrite } from '../../platform/database/write-all';
import { SearchWordsRepository } from '../../platform/search-index/search-words.repository';
import { DevicesRepository } from '../devices/devices.repository';
import { SeatCountsRepository } from '../devices/seat-counts.repository';
import { EndNotices } from './end-notices';
import { type ChangedKey, updatesOf } from './license-key-changes';
import { hasOtherTexts, licenseKeyWords } from './license-key-words';
import type { LicenseKey } from './license-key.entity';
import { toLicenseKeyDto } from './to-license-key-dto';

/** Writes changes of license keys and their words, each with its audit record. */
@Injectable()
export class LicenseKeyUpdate {
  constructor(
    private readonly devices: DevicesRepository,
    private readonly seatCounts: SeatCountsRepository,
    private readonly changeLog: ChangeLog,
    private readonly words: SearchWordsRepository,
    private readonly ends: EndNotices,
  ) {}

  /** @param changed keys that the transaction has locked, at most `ROWS_A_STATEMENT` @param evenIfEqual what to record for unchanged ones */
  async write(
    transaction: EntityManager,
    actor: Actor,
    changed: readonly ChangedKey[],
    action: 'update' | 'renew' = 'update',
    evenIfEqual?: Change['evenIfEqual'],
  ): Promise<void> {
    if (changed.length === 0) return;
    const moved = changed.filter(({ before, after }) => before.expiresAt !== after.expiresAt);
    await this.ends.tellPassed(
      transaction,
      moved.map(({ before }) => before),
    );
    for (const { before, after } of changed) {
      const counted = before.seats !== null || before.plan !== null;
      if (counted && after.seats === null && after.plan === null) await this.forgetDevices(transaction, before.id);
    }
    await this.seatCounts.within(transaction).touch(changed.filter(hasOtherLimits).map(({ before }) => before.id));
    await this.changeLog.within(transaction).append(
      actor,
      changed.map(({ before, after }) => ({
        action,
        targetType: 'licenseKey',
        targetId: before.id,
        before: toLicenseKeyDto(before),
        after: toLicenseKeyDto(after),
        evenIfEqual,
      })),
      [...updatesOf(changed), ...this.changesOfWords(changed)],
    );
  }

  private changesOfWords(changed: readonly ChangedKey[]): PlainWrite[] {
    const reworded = changed.filter(({ before, after }) => hasOtherTexts(before, after));
    return this.words.changes(
      reworded.flatMap(({ before }) => licenseKeyWords(before)),
      reworded.flatMap(({ after }) => licenseKeyWords(after)),
    );
  }

  /** A license key that no longer counts devices keeps none. */
  private async forgetDevices(transaction: EntityManager, keyId: number): Promise<void> {
    const counts = this.seatCounts.within(transaction);
    const before = await counts.find(keyId);
    await this.devices.within(transaction).deleteAll(keyId);
    await counts.clear(keyId, before);
  }
}

/** Whether a key still counts devices, but its seats or lease changed. */
function hasOtherLimits({ before, after }: ChangedKey): boolean {
  if (after.plan !== null || before.plan !== null) return isOtherwiseLimited(before, after);
  if (before.seats === null || after.seats === null) return false;
  return isOtherwiseLimited(before, after);
}

function isOtherwiseLimited(before: LicenseKey, after: LicenseKey): boolean {
  return (
    before.plan !== after.plan ||
    before.product !== after.product ||
    before.seats !== after.seats ||
    before.leaseSeconds !== after.leaseSeconds
  );
}
