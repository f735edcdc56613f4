import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, IsNull, MoreThan, Not, Repository } from 'typeorm';
import { lockingRead } from '../../platform/database/locking-read';
import { ApiKey } from './api-key.entity';

/** The one owner of the API keys' table. */
@Injectable()
export class ApiKeysRepository {
  constructor(@InjectRepository(ApiKey) private readonly apiKeys: Repository<ApiKey>) {}

  /** The same within a transaction. */
  within(transaction: EntityManager): ApiKeysRepository {
    return new ApiKeysRepository(transaction.withRepository(this.apiKeys));
  }

  /** Those behind an id, by ascending id, revoked ones too. */
  findPage(after: number, limit: number): Promise<ApiKey[]> {
    return this.apiKeys.find({ where: { id: MoreThan(after) }, order: { id: 'ASC' }, take: limit });
  }

  findById(id: number): Promise<ApiKey | null> {
    return this.apiKeys.findOneBy({ id });
  }

  /** In any order. */
  async findByIds(ids: readonly number[]): Promise<ApiKey[]> {
    return ids.length === 0 ? [] : this.apiKeys.findBy({ id: In([...new Set(ids)]) });
  }

  /** @param hash of the secret */
  findByHash(hash: string): Promise<ApiKey | null> {
    return this.apiKeys.findOneBy({ hash });
  }

  /** Those that are not revoked, by ascending id, whether or not they have expired. */
  findUnrevoked(): Promise<ApiKey[]> {
    return this.apiKeys.find({ where: { revokedAt: IsNull() }, order: { id: 'ASC' } });
  }

  /**
   * As `findUnrevoked`, locked until the transaction ends, in the order of ids: of two changes that would each leave the
   * other's admin key as the last one, the second sees what the first did.
   */
  lockUnrevoked(): Promise<ApiKey[]> {
    const where = { revokedAt: IsNull() };
    return this.apiKeys.find({ where, order: { id: 'ASC' }, ...lockingRead(this.apiKeys.manager) });
  }

  /** The hashes of the secrets of those that may be used at a time. */
  async findUsableHashes(now: number): Promise<string[]> {
    const where = [IsNull(), MoreThan(now)].map((expiresAt) => ({ revokedAt: IsNull(), expiresAt }));
    return (await this.apiKeys.find({ select: { hash: true }, where })).map(({ hash }) => hash);
  }

  /** Those of a name that may be used at a time, but for one; by ascending id. */
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

  /** @throws {Error} 'duplicate' (`databaseFault`) when the secret is another API key's */
  async insert(apiKey: Omit<ApiKey, 'id'>): Promise<ApiKey> {
    const { identifiers } = await this.apiKeys.insert(apiKey);
    return { ...apiKey, id: identifiers[0].id as number };
  }

  async update(id: number, changes: Partial<ApiKey>): Promise<void> {
    await this.apiKeys.update({ id }, changes);
  }
}
