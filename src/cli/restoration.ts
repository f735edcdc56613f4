import { Injectable, Module } from '@nestjs/common';
import type { Actor } from '../access/audit/actor';
import { AuditModule } from '../access/audit/audit.module';
import { AuditRecordsRepository } from '../access/audit/audit-records.repository';
import { beyond, type Ids, NextIds } from '../platform/database/next-ids';
import { EventsRepository } from '../platform/events/events.repository';
import { draftRestored } from '../signing/key-set-draft';
import { KeySetsRepository } from '../signing/key-sets.repository';
import { KeySetsService, type Signing } from '../signing/key-sets.service';
import { SigningModule } from '../signing/signing.module';
import type { Published } from '../signing/published-key-sets';

/** Runs within this time belong to one restore: a backup that includes the first run is hardly restored so soon. */
const ONE_RESTORE_MS = 10 * 60 * 1000;
const DATABASE = { action: 'update', targetType: 'database', targetId: 0 } as const;

/** After a restore from a backup: nothing issued or published since the backup may be issued again. */
@Injectable()
export class Restoration {
  constructor(
    private readonly ids: NextIds,
    private readonly keySets: KeySetsRepository,
    private readonly signing: KeySetsService,
    private readonly audit: AuditRecordsRepository,
    private readonly events: EventsRepository,
  ) {}

  /** Moves new ids beyond any that may have been issued. @returns the next ids */
  async passIds(actor: Actor): Promise<Ids> {
    const before = await this.ids.read();
    if (await this.wasDone('ids')) return before;
    await this.ids.leap();
    const after = await this.ids.read();
    await this.audit.append(actor, [{ ...DATABASE, before: { ids: before }, after: { ids: after } }]);
    return after;
  }

  /**
   * Moves positions beyond any that may have been given: a follower who has seen events that are lost would skip as many new
   * ones. @returns the last position
   */
  async passPositions(actor: Actor): Promise<number> {
    const { given: before } = await this.events.findPositions();
    if (await this.wasDone('position')) return before;
    const after = beyond(before, true);
    await this.events.leap(after);
    await this.audit.append(actor, [{ ...DATABASE, before: { position: before }, after: { position: after } }]);
    return after;
  }

  /**
   * Publishes the missing key sets and one with an unused version and a new key.
   * @returns its version; undefined while signing isn't set up
   * @throws {ApiError} 409 if it can't be signed or doesn't lead to `published`
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

  private async wasDone(what: 'ids' | 'position' | 'keySetVersion'): Promise<boolean> {
    const { targetType, targetId } = DATABASE;
    const from = Date.now() - ONE_RESTORE_MS;
    for await (const { items } of this.audit.search({ targetType, targetId, from }, 100)) {
      if (items.some(({ after }) => after !== null && what in (JSON.parse(after) as object))) return true;
    }
    return false;
  }
}

@Module({ imports: [AuditModule, SigningModule], providers: [Restoration] })
export class RestorationModule {}
