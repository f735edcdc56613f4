import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../../access/audit/actor';
import { ChangeLog } from '../../access/audit/change-log';
import { ROWS_A_STATEMENT } from '../../platform/database/insert-rows';
import { SearchWordsRepository } from '../../platform/search-index/search-words.repository';
import type { NewLicenseKey } from './license-key-changes';
import type { LicenseKey } from './license-key.entity';
import { wordsOfLicenseKeys } from './license-key-words';
import { LicenseKeysRepository } from './license-keys.repository';
import { toLicenseKeyDto } from './to-license-key-dto';

/** Inserts license keys within a transaction, each with its audit record and its words. */
@Injectable()
export class LicenseKeyInsertion {
  constructor(
    private readonly licenseKeys: LicenseKeysRepository,
    private readonly changeLog: ChangeLog,
    private readonly words: SearchWordsRepository,
  ) {}

  /** Any number; ids ascend in the given order. @throws {Error} 'duplicate' (`databaseFault`) if a key exists */
  async insert(transaction: EntityManager, actor: Actor, licenseKeys: readonly NewLicenseKey[]): Promise<LicenseKey[]> {
    const changes = this.licenseKeys.within(transaction);
    const changeLog = this.changeLog.within(transaction);
    const inserted: LicenseKey[] = [];
    for (let first = 0; first < licenseKeys.length; first += ROWS_A_STATEMENT) {
      // Lets other requests proceed; on the embedded database they wait for the transaction's end.
      if (first > 0) await nextTurn();
      const part = await changes.insert(licenseKeys.slice(first, first + ROWS_A_STATEMENT));
      await changeLog.append(
        actor,
        part.map((entity) => ({
          action: 'create',
          targetType: 'licenseKey',
          targetId: entity.id,
          after: toLicenseKeyDto(entity),
        })),
        this.words.insertions(wordsOfLicenseKeys(part)),
      );
      inserted.push(...part);
    }
    return inserted;
  }
}
