import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/audit/actor';
import { AuditRecordsRepository } from '../access/audit/audit-records.repository';
import { type Ids, NextIds } from '../platform/database/next-ids';
import { draftRestored } from '../signing/key-set-draft';
import { KeySetsRepository } from '../signing/key-sets.repository';
import { KeySetsService, type Signing } from '../signing/key-sets.service';
import type { Published } from '../signing/published-key-sets';

/**
 * Two runs within this time belong to one restore, in milliseconds. A backup that has the first one in it is younger than that, and is
 * hardly restored meanwhile.
 */
const ONE_RESTORE_MS = 10 * 60 * 1000;
/** Of the audit: there is one database. */
const DATABASE = { action: 'update', targetType: 'database', targetId: 0 } as const;

/** What a database needs that was restored from a backup: nothing that was given or published since may be given again. */
@Injectable()
export class Restoration {
  constructor(
    private readonly ids: NextIds,
    private readonly keySets: KeySetsRepository,
    private readonly signing: KeySetsService,
    private readonly audit: AuditRecordsRepository,
  ) {}

  /** Has new rows get ids beyond all that may have been given. @returns the next ones */
  async passIds(actor: Actor): Promise<Ids> {
    const before = await this.ids.read();
    if (await this.wasDone('ids')) return before;
    await this.ids.leap();
    const after = await this.ids.read();
    await this.audit.append(actor, [{ ...DATABASE, before: { ids: before }, after: { ids: after } }]);
    return after;
  }

  /**
   * Publishes a key set of a version that nobody has seen, and all before it that are missing, with a new signing key.
   * @returns its version; undefined as long as signing isn't set up
   * @throws {ApiError} 409 when it can't be signed, or doesn't lead to what was published
   */
  async passVersions(actor: Actor, published: Published, signing: Signing): Promise<number | undefined> {
    const before = (await this.keySets.findLatest())?.version;
    if (before === undefined || (published === undefined && (await this.wasDone('keySetVersion')))) return before;
    await this.signing.change(actor, signing, draftRestored(published));
    const after = (await this.keySets.findLatest())?.version;
    const change = { ...DATABASE, before: { keySetVersion: before }, after: { keySetVersion: after } };
    if (after !== before) await this.audit.append(actor, [change]);
    return after;
  }

  private async wasDone(what: 'ids' | 'keySetVersion'): Promise<boolean> {
    const { targetType, targetId } = DATABASE;
    const from = Date.now() - ONE_RESTORE_MS;
    for await (const { items } of this.audit.search({ targetType, targetId, from }, 100)) {
      if (items.some(({ after }) => after !== null && what in (JSON.parse(after) as object))) return true;
    }
    return false;
  }
}
