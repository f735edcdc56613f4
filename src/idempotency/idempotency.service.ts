import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In, LessThan } from 'typeorm';
import { databaseFault } from '../database/database-errors';
import { inTransaction } from '../database/transaction';
import { badRequest, conflict } from '../http/errors';
import { IdempotencyKey } from './idempotency-key.entity';

/** A creation that its caller may send again without creating twice. */
export interface RepeatableCreation<Entity> {
  readonly apiKeyId: number;
  /** The `Idempotency-Key` header: 1 to 255 printable ASCII characters. */
  readonly value: string;
  /** What is to be created, defaults filled in: two requests are the same when this is. No two kinds of things may have the same. */
  readonly meaning: object;
  /** Creates it, in the transaction that remembers it. */
  insert(manager: EntityManager): Promise<Entity>;
  /** What an earlier request created, as it is now; null when it is gone. */
  find(manager: EntityManager, id: number): Promise<Entity | null>;
}

/** What was created, now or by an earlier request. */
export interface Creation<Entity> {
  readonly entity: Entity;
  readonly created: boolean;
}

const VALUE = /^[\x20-\x7e]{1,255}$/;
const KEPT_MS = 24 * 60 * 60 * 1000;

/** Makes creations repeatable for 24 hours, by the unique index of `idempotency_keys`. */
@Injectable()
export class IdempotencyService {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /**
   * Creates something once for an idempotency key, however many requests carry it at the same moment.
   * @throws {ApiError} 400 for an unusable value, 409 when it came before with another meaning, or what it created is gone
   */
  async once<Entity extends { id: number }>(creation: RepeatableCreation<Entity>): Promise<Creation<Entity>> {
    if (!VALUE.test(creation.value)) {
      throw badRequest('The Idempotency-Key header must be 1 to 255 printable ASCII characters.');
    }
    const bodyHash = createHash('sha256').update(JSON.stringify(creation.meaning)).digest('hex');
    return (await this.findEarlier(creation, bodyHash)) ?? this.create(creation, bodyHash);
  }

  private async create<Entity extends { id: number }>(
    creation: RepeatableCreation<Entity>,
    bodyHash: string,
  ): Promise<Creation<Entity>> {
    try {
      const entity = await inTransaction(this.dataSource, async (manager) => {
        const inserted = await creation.insert(manager);
        await manager.insert(IdempotencyKey, {
          apiKeyId: creation.apiKeyId,
          value: creation.value,
          bodyHash,
          resultId: inserted.id,
          createdAt: Date.now(),
        });
        return inserted;
      });
      await this.deleteExpired();
      return { entity, created: true };
    } catch (error) {
      if (databaseFault(error) !== 'duplicate') throw error;
      // A simultaneous request was faster; what this one inserted was rolled back.
      const earlier = await this.findEarlier(creation, bodyHash);
      if (!earlier) throw error;
      return earlier;
    }
  }

  private async findEarlier<Entity>(
    creation: RepeatableCreation<Entity>,
    bodyHash: string,
  ): Promise<Creation<Entity> | undefined> {
    const { manager } = this.dataSource;
    const earlier = await manager.findOneBy(IdempotencyKey, { apiKeyId: creation.apiKeyId, value: creation.value });
    if (!earlier) return undefined;
    if (earlier.createdAt < Date.now() - KEPT_MS) {
      await manager.delete(IdempotencyKey, { id: earlier.id });
      return undefined;
    }
    if (earlier.bodyHash !== bodyHash) {
      throw conflict('This Idempotency-Key was used before with a different body; use a new one.');
    }
    const entity = await creation.find(manager, earlier.resultId);
    if (!entity) throw conflict('What this Idempotency-Key created has been deleted; use a new one.');
    return { entity, created: false };
  }

  /** A few at a time, but more than each creation adds, so that they never pile up. */
  private async deleteExpired(): Promise<void> {
    const { manager } = this.dataSource;
    const expired = await manager.find(IdempotencyKey, {
      select: { id: true },
      where: { createdAt: LessThan(Date.now() - KEPT_MS) },
      order: { createdAt: 'ASC' },
      take: 20,
    });
    if (expired.length > 0) await manager.delete(IdempotencyKey, { id: In(expired.map(({ id }) => id)) });
  }
}
