import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, MoreThan, MoreThanOrEqual, Repository } from 'typeorm';
import { databaseFault } from '../../platform/database/database-errors';
import type { ApiKey } from './api-key.entity';
import { FormerSecret } from './former-secret.entity';

/** After a larger clock change than this, a process marks no API key as ended. */
const MOST_MOVED_MS = 60 * 60 * 1000;

const clockOffset = (): number => Date.now() - performance.now();
const offsetAtStart = clockOffset();
const isClockSteady = (): boolean => Math.abs(clockOffset() - offsetAtStart) < MOST_MOVED_MS;

@Injectable()
export class FormerSecretsRepository {
  constructor(@InjectRepository(FormerSecret) private readonly secrets: Repository<FormerSecret>) {}

  within(transaction: EntityManager): FormerSecretsRepository {
    return new FormerSecretsRepository(transaction.withRepository(this.secrets));
  }

  findByHash(hash: string): Promise<FormerSecret | null> {
    return this.secrets.findOneBy({ hash });
  }

  has(hash: string): Promise<boolean> {
    return this.secrets.existsBy({ hash });
  }

  async findUsableHashes(now: number): Promise<string[]> {
    const found = await this.secrets.find({ select: { hash: true }, where: { validUntil: MoreThan(now) } });
    return found.map(({ hash }) => hash);
  }

  /** The current secret and all older ones end at `validUntil` at the latest. */
  async retire({ id, hash }: ApiKey, validUntil: number): Promise<void> {
    // Left by an earlier expiry that was extended since.
    await this.secrets.delete({ hash });
    await this.secrets.update({ apiKeyId: id, validUntil: MoreThan(validUntil) }, { validUntil });
    await this.secrets.insert({ apiKeyId: id, hash, validUntil });
  }

  /** Whether the key has expired now, or was seen to expire before the clock was set back (decision 010). */
  async hasEnded({ hash, expiresAt }: ApiKey, now: number): Promise<boolean> {
    if (expiresAt === null) return false;
    return expiresAt <= now || this.secrets.existsBy({ hash, validUntil: MoreThanOrEqual(expiresAt) });
  }

  /** Remembers the expiry, so that setting the clock back doesn't revive the key. */
  async noteEnd({ id: apiKeyId, hash, expiresAt }: ApiKey): Promise<void> {
    if (expiresAt === null || !isClockSteady()) return;
    const { affected } = await this.secrets.update({ hash }, { validUntil: expiresAt });
    if (affected) return;
    try {
      await this.secrets.insert({ apiKeyId, hash, validUntil: expiresAt });
    } catch (error) {
      // Another request or instance was faster.
      if (databaseFault(error) !== 'duplicate') throw error;
    }
  }

  async noteGraceOver({ id }: FormerSecret): Promise<void> {
    if (isClockSteady()) await this.secrets.update({ id }, { validUntil: 0 });
  }
}
