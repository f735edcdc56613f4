import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, LessThan, Repository } from 'typeorm';
import { IdempotencyKey } from './idempotency-key.entity';

/** The one owner of the idempotency keys' table. */
@Injectable()
export class IdempotencyKeysRepository {
  constructor(@InjectRepository(IdempotencyKey) private readonly records: Repository<IdempotencyKey>) {}

  /** The same within a transaction. */
  within(transaction: EntityManager): IdempotencyKeysRepository {
    return new IdempotencyKeysRepository(transaction.withRepository(this.records));
  }

  /** What is remembered of a caller's value: for a creation of this kind, and of a version that knew no kinds. */
  find({ apiKeyId, value, kind }: Pick<IdempotencyKey, 'apiKeyId' | 'value' | 'kind'>): Promise<IdempotencyKey[]> {
    return this.records.findBy({ apiKeyId, value, kind: In([kind, '']) });
  }

  /** Some of those that are older than a time, the oldest first. */
  async findIdsBefore(createdAt: number, limit: number): Promise<number[]> {
    const where = { createdAt: LessThan(createdAt) };
    const found = await this.records.find({ select: { id: true }, where, order: { createdAt: 'ASC' }, take: limit });
    return found.map(({ id }) => id);
  }

  /**
   * @returns its record id
   * @throws {Error} 'duplicate' (`databaseFault`) when the value is remembered already
   */
  async insert(record: Omit<IdempotencyKey, 'id'>): Promise<number> {
    const { identifiers } = await this.records.insert(record);
    return identifiers[0].id as number;
  }

  async update(id: number, result: Pick<IdempotencyKey, 'resultId' | 'furtherIds'>): Promise<void> {
    await this.records.update({ id }, result);
  }

  async delete(ids: readonly number[]): Promise<void> {
    if (ids.length > 0) await this.records.delete({ id: In([...ids]) });
  }
}
