import { Injectable, Logger } from '@nestjs/common';
import { unauthorized } from '../../platform/errors/errors';
import { tooManyWrongKeys } from '../../platform/errors/too-many';
import { GuessLimit } from '../../platform/limits/guess-limit';
import type { ApiKey } from './api-key.entity';
import { ApiKeysRepository } from './api-keys.repository';
import { hashSecret, isPlausibleSecret, isSameHash } from './api-key-secret';
import type { Caller } from './caller';
import { CallerCache } from './caller-cache';
import { FormerSecretsRepository } from './former-secrets.repository';
import { KnownSecrets } from './known-secrets';
import { readScopes } from '../scopes/scopes';
import { SeenEnds } from './seen-ends';

/** `lastUsedAt` is written at most this often for a key; a write for each request would cost more than it tells. */
const LAST_USED_STEP_MS = 60_000;

/** Finds out who calls. */
@Injectable()
export class AuthenticationService {
  private readonly logger = new Logger('ApiKeys');

  constructor(
    private readonly apiKeys: ApiKeysRepository,
    private readonly formerSecrets: FormerSecretsRepository,
    private readonly seenEnds: SeenEnds,
    private readonly callers: CallerCache,
    private readonly known: KnownSecrets,
    private readonly wrongKeys: GuessLimit,
  ) {}

  /** The caller, when this secret was found valid a moment ago; asks no database. */
  recall(secret: string): Caller | undefined {
    return this.callers.recall(hashSecret(secret));
  }

  /** The caller of a secret that was valid when its request came; undefined once it isn't any more. It is no guess. */
  confirm(secret: string): Promise<Caller | undefined> {
    return this.callers.get(hashSecret(secret), (hash) => this.lookUp(hash));
  }

  /** Whether this secret was found valid not long ago, although it may have ended since; asks no database. */
  wasValid(secret: string): boolean {
    return this.callers.has(hashSecret(secret));
  }

  /**
   * @param address that a wrong secret is counted against
   * @throws {ApiError} 401 when the secret belongs to no usable API key, 429 when too many such came from the address
   */
  async authenticate(secret: string, address: string): Promise<Caller> {
    const caller = isPlausibleSecret(secret)
      ? await this.callers.get(hashSecret(secret), (hash) => this.lookUpFor(address, hash))
      : undefined;
    if (caller) return caller;
    const seconds = await this.wrongKeys.count(address, 'wrong-keys');
    throw seconds > 0 ? tooManyWrongKeys(seconds) : unauthorized('wrong-key');
  }

  /**
   * While an address is blocked its right keys still pass, but what it guesses must not keep the database busy: nothing is
   * looked up that isn't among the known ones.
   */
  private async lookUpFor(address: string, hash: string): Promise<Caller | undefined> {
    const isBlocked = !this.callers.has(hash) && this.wrongKeys.secondsBlocked(address, 'wrong-keys') > 0;
    return isBlocked && !(await this.known.has(hash)) ? undefined : this.lookUp(hash);
  }

  private async lookUp(hash: string): Promise<Caller | undefined> {
    const found = await this.findByHash(hash);
    if (!found) return undefined;
    return this.callerOf(found.apiKey, found.validUntil);
  }

  /**
   * The caller that an API key is; undefined when it may not be used any more.
   * @param validUntil when what was presented of it ends
   */
  async callerOf(apiKey: ApiKey, validUntil: number): Promise<Caller | undefined> {
    const now = Date.now();
    if (apiKey.revokedAt !== null) return undefined;
    if (await this.seenEnds.hasEnded(apiKey, now)) {
      await this.noteSeen(this.seenEnds.noteEnd(apiKey));
      return undefined;
    }
    const usableUntil = Math.min(validUntil, apiKey.expiresAt ?? Infinity);
    if ((apiKey.lastUsedAt ?? 0) < now - LAST_USED_STEP_MS) this.noteUse(apiKey.id, now);
    const { id, name, scopes } = apiKey;
    return { apiKeyId: id, ownerId: id, name, scopes: new Set(readScopes(scopes)), usableUntil };
  }

  /**
   * By unique indexes. How long the index takes tells at most something about the hash of a guess, from which
   * the secret doesn't follow; the hashes themselves are compared in constant time.
   */
  private async findByHash(hash: string): Promise<{ apiKey: ApiKey; validUntil: number } | undefined> {
    const current = await this.apiKeys.findByHash(hash);
    if (current) return isSameHash(current.hash, hash) ? { apiKey: current, validUntil: Infinity } : undefined;
    const former = await this.formerSecrets.findByHash(hash);
    if (!former || !isSameHash(former.hash, hash)) return undefined;
    if (former.validUntil <= Date.now()) {
      if (former.validUntil > 0) await this.noteSeen(this.seenEnds.noteGraceOver(former));
      return undefined;
    }
    const apiKey = await this.apiKeys.findById(former.apiKeyId);
    return apiKey ? { apiKey, validUntil: former.validUntil } : undefined;
  }

  /** What was seen to have ended is refused in any case; that it stays so is noted if it can be. */
  private async noteSeen(noting: Promise<void>): Promise<void> {
    await noting.catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      this.logger.warn(`The end of an API key could not be noted: ${reason}`);
    });
  }

  /** In the background: no request waits for it, and one that is lost is written by the next. */
  private noteUse(id: number, lastUsedAt: number): void {
    this.apiKeys.update(id, { lastUsedAt }).catch((error: unknown) => {
      // Not the error itself, which holds the statement and its parameters.
      const reason = error instanceof Error ? error.message : String(error);
      this.logger.warn(`The last use of an API key could not be written: ${reason}`);
    });
  }
}
