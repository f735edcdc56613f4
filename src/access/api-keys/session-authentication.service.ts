import { Injectable, Logger } from '@nestjs/common';
import type { Request } from 'express';
import { ApiError, foreignOrigin, sessionEnded, twoSessions } from '../../platform/errors/errors';
import { tooManyWrongKeys } from '../../platform/errors/too-many';
import { OwnOrigin } from '../../platform/http/requests/own-origin';
import { GuessLimit } from '../../platform/limits/guess-limit';
import { hashRoleSettings } from '../../platform/settings/open-id';
import { Settings } from '../../platform/settings/settings';
import { SCOPES_OF_ROLE } from '../scopes/roles';
import { ownerIdOf } from '../sessions/person-hash';
import { SESSION_COOKIE, cookieName, cookiesOf } from '../sessions/session-cookie';
import type { Session } from '../sessions/session.entity';
import { endOf, USE_STEP_MS } from '../sessions/session-life';
import { hashToken, isPlausibleToken } from '../sessions/session-token';
import { SessionsRepository } from '../sessions/sessions.repository';
import { ApiKeysRepository } from './api-keys.repository';
import { AuthenticationService } from './authentication.service';
import type { Caller } from './caller';
import { CallerCache } from './caller-cache';
import { KnownSecrets } from './known-secrets';

/** Sessions are kept beside API keys, and no token is taken for a key. */
const cached = (hash: string): string => `session ${hash}`;

/** Finds out who is signed in. */
@Injectable()
export class SessionAuthentication {
  private readonly logger = new Logger('Sessions');
  /** Undefined where no identity provider is trusted. */
  private readonly roleSettings: string | undefined;

  constructor(
    private readonly sessions: SessionsRepository,
    private readonly apiKeys: ApiKeysRepository,
    private readonly authentication: AuthenticationService,
    private readonly callers: CallerCache,
    private readonly known: KnownSecrets,
    private readonly guesses: GuessLimit,
    private readonly ownOrigin: OwnOrigin,
    { openId }: Settings,
  ) {
    this.roleSettings = openId && hashRoleSettings(openId);
  }

  /**
   * The token that a request's cookie holds; undefined without one.
   * @throws {ApiError} 401 when there are two: one of them came from somewhere else
   */
  tokenOf(request: Request): string | undefined {
    if (request.headers.cookie === undefined) return undefined;
    const [token, second] = cookiesOf(request, cookieName(SESSION_COOKIE, this.ownOrigin.isSecure(request)));
    if (second !== undefined) throw twoSessions();
    return token;
  }

  /**
   * Whether a request comes by an open session, for those who ask before they know. It is a use of the session, and a guess without.
   * @throws {ApiError} 429 when too many wrong tokens came from its address
   */
  async isSignedIn(request: Request): Promise<boolean> {
    try {
      const token = this.tokenOf(request);
      if (token === undefined) return false;
      this.requireOwnOrigin(request);
      await this.authenticate(token, request.clientAddress);
      return true;
    } catch (error) {
      if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return false;
      throw error;
    }
  }

  /** Whether a request has a cookie that was found valid not long ago; asks nobody. */
  wasValid(request: Request): boolean {
    if (request.headers.cookie === undefined) return false;
    const tokens = cookiesOf(request, cookieName(SESSION_COOKIE, this.ownOrigin.isSecure(request)));
    return tokens.length === 1 && this.callers.has(cached(hashToken(tokens[0])));
  }

  /**
   * Cookies go along with what pages of other sites send: only what our own pages send may change anything.
   * @throws {ApiError} 403
   */
  requireOwnOrigin(request: Request): void {
    const { origin } = request.headers;
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    if (origin === undefined ? isReading : this.ownOrigin.isOwn(origin, request)) return;
    throw foreignOrigin(this.ownOrigin.of(request));
  }

  /**
   * @param address whom a wrong token is counted against
   * @throws {ApiError} 401 when the token belongs to no session, or one that has ended; 429 when too many such came
   */
  async authenticate(token: string, address: string): Promise<Caller> {
    const hash = hashToken(token);
    const caller = isPlausibleToken(token) ? await this.find(hash, address) : undefined;
    if (caller) {
      await this.noteUse(hash, caller);
      return caller;
    }
    if (await this.isEnded(hash, address)) throw sessionEnded('key-ended');
    const seconds = await this.guesses.count(address, 'wrong-keys');
    throw seconds > 0 ? tooManyWrongKeys(seconds) : sessionEnded('wrong-key');
  }

  /** The caller of a session that was open when its request came; undefined once it isn't any more. That is no use of it. */
  confirm(token: string): Promise<Caller | undefined> {
    const hash = hashToken(token);
    return this.callers.get(cached(hash), () => this.lookUp(hash));
  }

  /** As for API keys: what a blocked address guesses is not looked up. */
  private find(hash: string, address: string): Promise<Caller | undefined> {
    return this.callers.get(cached(hash), async () =>
      (await this.isGuess(hash, address)) ? undefined : this.lookUp(hash),
    );
  }

  private async isGuess(hash: string, address: string): Promise<boolean> {
    const isBlocked = !this.callers.has(cached(hash)) && this.guesses.secondsBlocked(address, 'wrong-keys') > 0;
    return isBlocked && !(await this.known.has(hash));
  }

  /** Whoever has the cookie of a session that is over isn't guessing. */
  private async isEnded(hash: string, address: string): Promise<boolean> {
    return !(await this.isGuess(hash, address)) && (await this.sessions.findByHash(hash)) !== null;
  }

  private async lookUp(hash: string): Promise<Caller | undefined> {
    const session = await this.sessions.findByHash(hash);
    if (session === null || session.endedAt !== null) return undefined;
    const now = Date.now();
    if (endOf(session) <= now) {
      // It stays so, whatever the clock says later.
      await this.sessions.end(session.id, now);
      return undefined;
    }
    return session.apiKeyId === null ? this.personOf(session) : this.keyOf(session, session.apiKeyId);
  }

  private async keyOf(session: Session, apiKeyId: number): Promise<Caller | undefined> {
    const apiKey = await this.apiKeys.findById(apiKeyId);
    const caller = apiKey ? await this.authentication.callerOf(apiKey, endOf(session)) : undefined;
    return caller && { ...caller, session };
  }

  /** While the operator's settings about roles are those that gave the person theirs. */
  private personOf(session: Session): Caller | undefined {
    const { personHash, role, name, roleSettings } = session;
    if (personHash === null || role === null) return undefined;
    if (this.roleSettings === undefined || roleSettings !== this.roleSettings) return undefined;
    return {
      apiKeyId: null,
      ownerId: ownerIdOf(personHash),
      name,
      scopes: new Set(SCOPES_OF_ROLE[role]),
      usableUntil: endOf(session),
      session,
    };
  }

  private async noteUse(hash: string, { session }: Caller): Promise<void> {
    const now = Date.now();
    if (session === undefined || session.lastUsedAt > now - USE_STEP_MS) return;
    try {
      await this.sessions.noteUse(session.id, now);
      this.callers.forget(cached(hash));
    } catch (error) {
      // Not the error itself, which holds the statement and its parameters.
      const reason = error instanceof Error ? error.message : String(error);
      this.logger.warn(`The use of a session could not be written: ${reason}`);
    }
  }
}
