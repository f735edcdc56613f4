import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, LessThan, Repository } from 'typeorm';
import { IdempotencyKey } from './idempotency-key.entity';

@Injectable()
export class IdempotencyKeysRepository {
  constructor(@InjectRepository(IdempotencyKey) private readonly records: Repository<IdempotencyKey>) {}

  within(transaction: EntityManager): IdempotencyKeysRepository {
    return new IdempotencyKeysRepository(transaction.withRepository(this.records));
  }

  /** Includes rows of versions without kinds. */
  find({ apiKeyId, value, kind }: Pick<IdempotencyKey, 'apiKeyId' | 'value' | 'kind'>): Promise<IdempotencyKey[]> {
    return this.records.findBy({ apiKeyId, value, kind: In([kind, '']) });
  }

  async findIdsBefore(createdAt: number, limit: number): Promise<number[]> {
    const where = { createdAt: LessThan(createdAt) };
    const found = await this.records.find({ select: { id: true }, where, order: { createdAt: 'ASC' }, take: limit });
    return found.map(({ id }) => id);
  }

  /** @returns the record id. @throws {Error} 'duplicate' (`databaseFault`) if the value is already stored */
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
