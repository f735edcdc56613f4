import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, MoreThan, MoreThanOrEqual, Repository } from 'typeorm';
import type { ApiKey } from './api-key.entity';
import { FormerSecret } from './former-secret.entity';

/** The one owner of the former secrets' table. */
@Injectable()
export class FormerSecretsRepository {
  constructor(@InjectRepository(FormerSecret) private readonly secrets: Repository<FormerSecret>) {}

  /** The same within a transaction. */
  within(transaction: EntityManager): FormerSecretsRepository {
    return new FormerSecretsRepository(transaction.withRepository(this.secrets));
  }

  findByHash(hash: string): Promise<FormerSecret | null> {
    return this.secrets.findOneBy({ hash });
  }

  has(hash: string): Promise<boolean> {
    return this.secrets.existsBy({ hash });
  }

  /** The hashes of those that are still believed at a time. */
  async findUsableHashes(now: number): Promise<string[]> {
    const found = await this.secrets.find({ select: { hash: true }, where: { validUntil: MoreThan(now) } });
    return found.map(({ hash }) => hash);
  }

  /** An API key gets another secret: its present one, and any still older one, is believed until a time at the longest. */
  async retire({ id, hash }: ApiKey, validUntil: number): Promise<void> {
    // An earlier end of it, which was prolonged since.
    await this.secrets.delete({ hash });
    await this.secrets.update({ apiKeyId: id, validUntil: MoreThan(validUntil) }, { validUntil });
    await this.secrets.insert({ apiKeyId: id, hash, validUntil });
  }

  /** Whether the end of an API key, or a later one of it, was seen to have passed. */
  hasEndOf(hash: string, expiresAt: number): Promise<boolean> {
    return this.secrets.existsBy({ hash, validUntil: MoreThanOrEqual(expiresAt) });
  }

  /**
   * Notes the end of an API key by its secret, as of one that it had until then.
   * @throws {Error} 'duplicate' (`databaseFault`) when another request does so at the same moment
   */
  async insertEnd(apiKeyId: number, hash: string, expiresAt: number): Promise<void> {
    const { affected } = await this.secrets.update({ hash }, { validUntil: expiresAt });
    if (!affected) await this.secrets.insert({ apiKeyId, hash, validUntil: expiresAt });
  }

  /** It is believed no more, whatever the clock says. */
  async end(id: number): Promise<void> {
    await this.secrets.update({ id }, { validUntil: 0 });
  }
}
