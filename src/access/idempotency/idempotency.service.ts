import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { databaseFault } from '../../platform/database/database-errors';
import { Transactions } from '../../platform/database/transactions';
import { conflict, invalidField } from '../../platform/errors/errors';
import { DELETED, LENGTH_MAX, OTHER_BODY, UNUSABLE } from './api-idempotency-key';
import type { CreationKind, IdempotencyKey } from './idempotency-key.entity';
import { IdempotencyKeysRepository } from './idempotency-keys.repository';

interface Identified {
  readonly id: number;
}

interface RepeatableCreation<Entity extends Identified> {
  readonly ownerId: number;
  readonly kind: CreationKind;
  /** The `Idempotency-Key` header: 1 to 255 printable ASCII characters. */
  readonly value: string;
  /** The request with defaults filled in; equal requests have equal meanings. */
  readonly meaning: object;
  /** Runs in the transaction that stores the idempotency key. */
  insert(transaction: EntityManager): Promise<Entity[]>;
  /** Current state of earlier results, in the same order; deleted ones are missing. */
  find(ids: readonly number[]): Promise<Entity[]>;
}

export interface Creation<Entity> {
  readonly entities: Entity[];
  readonly created: boolean;
}

const VALUE = new RegExp(`^[\\x20-\\x7e]{1,${LENGTH_MAX}}$`);
const KEPT_MS = 24 * 60 * 60 * 1000;
const BYTES_AN_ID = 4;
/** Expired records deleted with each creation: more than it adds, so they never pile up. */
const DELETED_AT_ONCE = 20;

/** @throws {ApiError} 400 */
export function requireUsableIdempotencyKey(value: string): void {
  if (!VALUE.test(value)) throw invalidField(UNUSABLE);
}

/** Makes creations repeatable for 24 hours, by a unique index. */
@Injectable()
export class IdempotencyService {
  /** Creations in progress on this instance: duplicates wait here, not for a database lock. */
  private readonly underWay = new Map<string, Promise<unknown>>();

  constructor(
    private readonly records: IdempotencyKeysRepository,
    private readonly transactions: Transactions,
  ) {}

  /** Creates once per key. @throws {ApiError} 400 for an unusable value, 409 for another meaning or a deleted result */
  async once<Entity extends Identified>(creation: RepeatableCreation<Entity>): Promise<Creation<Entity>> {
    const { ownerId, kind, value, meaning } = creation;
    requireUsableIdempotencyKey(value);
    const bodyHash = createHash('sha256').update(JSON.stringify(meaning)).digest('hex');
    const name = `${ownerId} ${kind} ${value}`;
    const other = this.underWay.get(name);
    if (other) {
      // The database tells how it ended, as for other instances.
      await other.catch(() => {});
      return this.findOrCreate(creation, bodyHash);
    }
    const outcome = this.findOrCreate(creation, bodyHash);
    this.underWay.set(name, outcome);
    try {
      return await outcome;
    } finally {
      this.underWay.delete(name);
    }
  }

  private async findOrCreate<Entity extends Identified>(
    creation: RepeatableCreation<Entity>,
    bodyHash: string,
  ): Promise<Creation<Entity>> {
    return (await this.findEarlier(creation, bodyHash)) ?? this.create(creation, bodyHash);
  }

  private async create<Entity extends Identified>(
    creation: RepeatableCreation<Entity>,
    bodyHash: string,
  ): Promise<Creation<Entity>> {
    const { ownerId: apiKeyId, kind, value } = creation;
    // Before anything is created: a failure here means that nothing was.
    await this.records.delete(await this.records.findIdsBefore(Date.now() - KEPT_MS, DELETED_AT_ONCE));
    try {
      const entities = await this.transactions.run(async (transaction) => {
        const records = this.records.within(transaction);
        // First: of simultaneous requests on several instances, only one gets past this.
        const record = { apiKeyId, kind, value, bodyHash, resultId: 0, furtherIds: null, createdAt: Date.now() };
        const id = await records.insert(record);
        const inserted = await creation.insert(transaction);
        await records.update(id, resultOf(inserted));
        return inserted;
      });
      return { entities, created: true };
    } catch (error) {
      if (databaseFault(error) !== 'duplicate') throw error;
      // A simultaneous request was faster; this one was rolled back.
      const earlier = await this.findEarlier(creation, bodyHash);
      if (!earlier) throw error;
      return earlier;
    }
  }

  private async findEarlier<Entity extends Identified>(
    creation: RepeatableCreation<Entity>,
    bodyHash: string,
  ): Promise<Creation<Entity> | undefined> {
    const earlier = await this.findRecord(creation);
    if (!earlier) return undefined;
    if (earlier.bodyHash !== bodyHash) {
      throw conflict(OTHER_BODY);
    }
    const ids = idsOf(earlier);
    const entities = await creation.find(ids);
    if (entities.length < ids.length) {
      throw conflict(DELETED);
    }
    return { entities, created: false };
  }

  /** Falls back to a record without a kind; deletes expired records it finds. */
  private async findRecord({
    ownerId,
    kind,
    value,
  }: RepeatableCreation<Identified>): Promise<IdempotencyKey | undefined> {
    const found = await this.records.find({ apiKeyId: ownerId, value, kind });
    const expired = found.filter(({ createdAt }) => createdAt < Date.now() - KEPT_MS);
    await this.records.delete(expired.map(({ id }) => id));
    const kept = found.filter((record) => !expired.includes(record));
    return kept.find((record) => record.kind === kind) ?? kept[0];
  }
}

function resultOf([first, ...further]: readonly Identified[]): Pick<IdempotencyKey, 'resultId' | 'furtherIds'> {
  if (further.length === 0) return { resultId: first.id, furtherIds: null };
  const furtherIds = Buffer.alloc(further.length * BYTES_AN_ID);
  for (const [index, { id }] of further.entries()) furtherIds.writeUInt32BE(id, index * BYTES_AN_ID);
  return { resultId: first.id, furtherIds };
}

function idsOf({ resultId, furtherIds }: IdempotencyKey): number[] {
  const ids = [resultId];
  if (furtherIds === null) return ids;
  for (let at = 0; at < furtherIds.length; at += BYTES_AN_ID) ids.push(furtherIds.readUInt32BE(at));
  return ids;
}
