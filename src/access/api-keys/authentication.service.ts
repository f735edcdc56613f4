import type { Socket } from 'node:net';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { ApiError } from '../../platform/errors/errors';
import { tooManyWrongKeys } from '../../platform/errors/too-many';
import { GuessLimit } from '../../platform/limits/guess-limit';
import { ApiKeyCallers } from './api-key-callers';
import { hashSecret } from './api-key-secret';
import type { Caller } from './caller';
import { CallerCache } from './caller-cache';
import { KnownSecrets } from './known-secrets';
import { SessionCallers } from './session-callers';

interface CallerFinder {
  isPlausible(secret: string): boolean;
  /** @returns undefined if the secret is unknown or no longer usable */
  find(hash: string): Promise<Caller | undefined>;
  wrong(): ApiError;
  /** The error for a secret that was valid before. */
  ended(): ApiError;
}

export interface Credential {
  readonly finder: CallerFinder;
  readonly secret: string;
  readonly hash: string;
  /** Keeps tokens and API keys apart in the cache. */
  readonly cacheKey: string;
}

@Injectable()
export class AuthenticationService {
  /** The API key that a connection sent last: hashing the same one with each request would take longer than all else here. */
  private readonly lastOf = new WeakMap<Socket, Credential>();

  constructor(
    private readonly apiKeys: ApiKeyCallers,
    private readonly sessions: SessionCallers,
    private readonly callers: CallerCache,
    private readonly known: KnownSecrets,
    private readonly guesses: GuessLimit,
  ) {}

  /** Undefined without credentials. @throws {ApiError} 401 for two session cookies, 403 across sites */
  credentialOf(request: Request, apiKey: string | string[] | undefined): Credential | undefined {
    if (typeof apiKey !== 'string') return this.sessionOf(request);
    const last = this.lastOf.get(request.socket);
    if (last?.secret === apiKey) return last;
    const hash = hashSecret(apiKey);
    const credential = { finder: this.apiKeys, secret: apiKey, hash, cacheKey: hash };
    this.lastOf.set(request.socket, credential);
    return credential;
  }

  /** The cached caller, if its last use needn't be written; reads no database. */
  recall({ cacheKey }: Credential): Caller | undefined {
    const caller = this.callers.recall(cacheKey);
    return caller?.session && this.sessions.isUseDue(caller.session) ? undefined : caller;
  }

  /** @throws {ApiError} 401 for a wrong or ended secret, 429 after too many wrong secrets from `address` */
  async authenticate(credential: Credential, address: string): Promise<Caller> {
    const { finder, secret, hash, cacheKey } = credential;
    const find = async () => ((await this.isGuess(credential, address)) ? undefined : finder.find(hash));
    const caller = finder.isPlausible(secret) ? await this.callers.get(cacheKey, find) : undefined;
    if (caller) {
      if (caller.session && (await this.sessions.noteUse(caller.session))) this.callers.forget(cacheKey);
      return caller;
    }
    if (await this.hasEnded(credential, address)) throw finder.ended();
    const seconds = await this.guesses.count(address, 'wrong-keys');
    throw seconds > 0 ? tooManyWrongKeys(seconds) : finder.wrong();
  }

  /** Rechecks a credential during a long request; never a guess. @throws {ApiError} 401 once it has ended */
  async confirm({ finder, hash, cacheKey }: Credential): Promise<Caller> {
    const caller = await this.callers.get(cacheKey, () => finder.find(hash));
    if (!caller) throw finder.ended();
    return caller;
  }

  /** Whether this API key was valid recently, even if it has ended since; reads no database. */
  wasValid(secret: string): boolean {
    return this.callers.has(hashSecret(secret));
  }

  /** Counts as a use of the session, or as a guess. @throws {ApiError} 429 after too many wrong tokens */
  async isSignedIn(request: Request): Promise<boolean> {
    try {
      const credential = this.sessionOf(request);
      if (!credential) return false;
      await this.authenticate(credential, request.clientAddress);
      return true;
    } catch (error) {
      if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return false;
      throw error;
    }
  }

  private sessionOf(request: Request): Credential | undefined {
    const secret = this.sessions.tokenOf(request);
    if (secret === undefined) return undefined;
    const hash = hashSecret(secret);
    return { finder: this.sessions, secret, hash, cacheKey: `session ${hash}` };
  }

  /** Valid secrets from a blocked address still pass; its guesses cost no query. */
  private async isGuess({ hash, cacheKey }: Credential, address: string): Promise<boolean> {
    const isBlocked = !this.callers.has(cacheKey) && this.guesses.secondsBlocked(address, 'wrong-keys') > 0;
    return isBlocked && !(await this.known.has(hash));
  }

  /** A browser that still has the cookie of an ended session isn't guessing. */
  private async hasEnded(credential: Credential, address: string): Promise<boolean> {
    if (credential.finder !== this.sessions || (await this.isGuess(credential, address))) return false;
    return this.sessions.isKnown(credential.hash);
  }
}
