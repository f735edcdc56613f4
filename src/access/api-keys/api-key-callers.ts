import { Injectable, Logger } from '@nestjs/common';
import { messageOf } from '../../platform/errors/error-message';
import { admissionEnded, type ApiError, unauthorized } from '../../platform/errors/errors';
import { readScopes } from '../scopes/scopes';
import { isPlausibleSecret, isSameHash } from './api-key-secret';
import type { ApiKey } from './api-key.entity';
import { ApiKeysRepository } from './api-keys.repository';
import type { Caller } from './caller';
import { FormerSecretsRepository } from './former-secrets.repository';

/** Shortest time between two writes of `lastUsedAt` for a key: one per request would cost more than it tells. */
const LAST_USED_STEP_MS = 60_000;

@Injectable()
export class ApiKeyCallers {
  private readonly logger = new Logger('ApiKeys');

  constructor(
    private readonly apiKeys: ApiKeysRepository,
    private readonly formerSecrets: FormerSecretsRepository,
  ) {}

  isPlausible(secret: string): boolean {
    return isPlausibleSecret(secret);
  }

  async find(hash: string): Promise<Caller | undefined> {
    const found = await this.findByHash(hash);
    return found && this.callerOf(found.apiKey, found.validUntil);
  }

  wrong(): ApiError {
    return unauthorized('wrong-key');
  }

  ended(): ApiError {
    return admissionEnded();
  }

  /** Undefined when the key may no longer be used. @param validUntil when the presented secret ends */
  async callerOf(apiKey: ApiKey, validUntil: number): Promise<Caller | undefined> {
    const now = Date.now();
    if (apiKey.revokedAt !== null) return undefined;
    if (await this.formerSecrets.hasEnded(apiKey, now)) {
      await this.noteSeen(this.formerSecrets.noteEnd(apiKey));
      return undefined;
    }
    const usableUntil = Math.min(validUntil, apiKey.expiresAt ?? Infinity);
    if ((apiKey.lastUsedAt ?? 0) < now - LAST_USED_STEP_MS) this.noteUse(apiKey.id, now);
    const { id, name, scopes } = apiKey;
    return { apiKeyId: id, ownerId: id, name, scopes: new Set(readScopes(scopes)), usableUntil };
  }

  /** A timing difference of the index reveals nothing about the secret; the hashes are compared in constant time. */
  private async findByHash(hash: string): Promise<{ apiKey: ApiKey; validUntil: number } | undefined> {
    const current = await this.apiKeys.findByHash(hash);
    if (current) return isSameHash(current.hash, hash) ? { apiKey: current, validUntil: Infinity } : undefined;
    const former = await this.formerSecrets.findByHash(hash);
    if (!former || !isSameHash(former.hash, hash)) return undefined;
    if (former.validUntil <= Date.now()) {
      if (former.validUntil > 0) await this.noteSeen(this.formerSecrets.noteGraceOver(former));
      return undefined;
    }
    const apiKey = await this.apiKeys.findById(former.apiKeyId);
    return apiKey ? { apiKey, validUntil: former.validUntil } : undefined;
  }

  /** An ended key is refused even if its end can't be stored. */
  private async noteSeen(noting: Promise<void>): Promise<void> {
    await noting.catch((error: unknown) => {
      this.logger.warn(`The end of an API key could not be noted: ${messageOf(error)}`);
    });
  }

  /** Runs in the background; a lost write is made up by the next request. */
  private noteUse(id: number, lastUsedAt: number): void {
    this.apiKeys.update(id, { lastUsedAt }).catch((error: unknown) => {
      this.logger.warn(`The last use of an API key could not be written: ${messageOf(error)}`);
    });
  }
}
