import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, IsNull, MoreThan, Not, Repository } from 'typeorm';
import { lockingRead } from '../../platform/database/locking-read';
import { ApiKey } from './api-key.entity';

@Injectable()
export class ApiKeysRepository {
  constructor(@InjectRepository(ApiKey) private readonly apiKeys: Repository<ApiKey>) {}

  within(transaction: EntityManager): ApiKeysRepository {
    return new ApiKeysRepository(transaction.withRepository(this.apiKeys));
  }

  /** Includes revoked keys. */
  findPage(after: number, limit: number): Promise<ApiKey[]> {
    return this.apiKeys.find({ where: { id: MoreThan(after) }, order: { id: 'ASC' }, take: limit });
  }

  findById(id: number): Promise<ApiKey | null> {
    return this.apiKeys.findOneBy({ id });
  }

  async findByIds(ids: readonly number[]): Promise<ApiKey[]> {
    return ids.length === 0 ? [] : this.apiKeys.findBy({ id: In([...new Set(ids)]) });
  }

  findByHash(hash: string): Promise<ApiKey | null> {
    return this.apiKeys.findOneBy({ hash });
  }

  /** Includes expired keys. */
  findUnrevoked(): Promise<ApiKey[]> {
    return this.apiKeys.find({ where: { revokedAt: IsNull() }, order: { id: 'ASC' } });
  }

  /** Locked in id order until the transaction ends, so two changes can't each remove the other's last admin key. */
  lockUnrevoked(): Promise<ApiKey[]> {
    const where = { revokedAt: IsNull() };
    return this.apiKeys.find({ where, order: { id: 'ASC' }, ...lockingRead(this.apiKeys.manager) });
  }

  async findUsableHashes(now: number): Promise<string[]> {
    const where = [IsNull(), MoreThan(now)].map((expiresAt) => ({ revokedAt: IsNull(), expiresAt }));
    return (await this.apiKeys.find({ select: { hash: true }, where })).map(({ hash }) => hash);
  }

  findOthersNamed(name: string, hash: string, now: number): Promise<ApiKey[]> {
    const where = [IsNull(), MoreThan(now)].map((expiresAt) => ({
      name,
      hash: Not(hash),
      revokedAt: IsNull(),
      expiresAt,
    }));
    return this.apiKeys.find({ where, order: { id: 'ASC' } });
  }

  async isEmpty(): Promise<boolean> {
    return (await this.apiKeys.count()) === 0;
  }

  /** @throws {Error} 'duplicate' (`databaseFault`) if another API key has this secret */
  async insert(apiKey: Omit<ApiKey, 'id'>): Promise<ApiKey> {
    const { identifiers } = await this.apiKeys.insert(apiKey);
    return { ...apiKey, id: identifiers[0].id as number };
  }

  async update(id: number, changes: Partial<ApiKey>): Promise<void> {
    await this.apiKeys.update({ id }, changes);
  }
}
