import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor, CallingActor } from '../../access/audit/actor';
import { IdempotencyService } from '../../access/idempotency/idempotency.service';
import { Transactions } from '../../platform/database/transactions';
import type { Problem } from '../../platform/errors/error-codes';
import { type ApiError, conflict, notFound } from '../../platform/errors/errors';
import { SearchWordsRepository } from '../../platform/search-index/search-words.repository';
import { FormerKeysRepository, type ReplacedKey, whichRecord } from '../former-keys/former-keys.repository';
import type { Admission } from './admission';
import { parseKeyReference } from './key-reference';
import { LicenseKeyUpdate } from './license-key-update';
import { formerKeyWords } from './license-key-words';
import type { LicenseKey } from './license-key.entity';
import { LicenseKeysRepository } from './license-keys.repository';
import { LICENSE_KEY_NOT_FOUND } from './license-keys.service';

export const replacedAlready = (former: Pick<ReplacedKey, 'keyId' | 'replacedAt'>): Problem<'licenseKey.replaced'> => ({
  code: 'licenseKey.replaced',
  message: `${whichRecord(former)} Nothing was changed.`,
});

/** Replaces license keys; the record, its devices, expiry and logs stay (decision 115). */
@Injectable()
export class LicenseKeyReplacementService {
  constructor(
    private readonly licenseKeys: LicenseKeysRepository,
    private readonly formerKeys: FormerKeysRepository,
    private readonly changes: LicenseKeyUpdate,
    private readonly words: SearchWordsRepository,
    private readonly idempotency: IdempotencyService,
    private readonly transactions: Transactions,
  ) {}

  /**
   * @param id the record id, or the key itself, which must still be current @param graceSeconds how long the former key
   * is accepted @param admit decides whether it is allowed @throws {ApiError} 404 if there is no such key, 409 if it is
   * a former one
   */
  replace(id: string, graceSeconds: number, actor: Actor, admit?: Admission): Promise<LicenseKey> {
    const replace = (transaction: EntityManager) =>
      this.replaceWithin(transaction, id, graceSeconds * 1000, actor, admit);
    return this.transactions.run(replace);
  }

  /** As `replace`, once per caller and idempotency key. @throws {ApiError} 409 if that came with another body */
  async replaceOnce(id: string, graceSeconds: number, actor: CallingActor, value: string): Promise<LicenseKey> {
    const { entities } = await this.idempotency.once({
      ownerId: actor.ownerId,
      kind: 'replacement',
      value,
      meaning: { id, graceSeconds, reason: actor.reason },
      insert: async (transaction) => [await this.replaceWithin(transaction, id, graceSeconds * 1000, actor)],
      find: (ids) => this.licenseKeys.findByIds(ids),
    });
    return entities[0];
  }

  private async replaceWithin(
    transaction: EntityManager,
    id: string,
    graceMs: number,
    actor: Actor,
    admit?: Admission,
  ): Promise<LicenseKey> {
    const before = await this.licenseKeys.within(transaction).lock(id);
    if (!before) throw await this.whyNot(transaction, id);
    await admit?.(transaction, before);
    const replacedAt = Date.now();
    const former = { key: before.key, keyId: before.id, replacedAt, validUntil: replacedAt + graceMs };
    const after = Object.assign({}, before, { key: randomUUID() });
    await this.changes.write(transaction, actor, [{ before, after }]);
    const formerKey = await this.formerKeys.within(transaction).insert(former);
    await this.words.within(transaction).insert([formerKeyWords(formerKey)]);
    return after;
  }

  private async whyNot(transaction: EntityManager, id: string): Promise<ApiError> {
    const reference = parseKeyReference(id);
    const former = 'key' in reference ? await this.formerKeys.within(transaction).find(reference.key) : null;
    return former ? conflict(replacedAlready(former)) : notFound(LICENSE_KEY_NOT_FOUND);
  }
}
