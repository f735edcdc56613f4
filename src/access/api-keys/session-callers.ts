import { Injectable, Logger } from '@nestjs/common';
import type { Request } from 'express';
import { messageOf } from '../../platform/errors/error-message';
import { type ApiError, sessionEnded, twoSessions } from '../../platform/errors/errors';
import { OwnOrigin } from '../../platform/http/requests/own-origin';
import { hashRoleSettings } from '../../platform/settings/open-id';
import { Settings } from '../../platform/settings/settings';
import { SCOPES_OF_ROLE } from '../scopes/roles';
import { ownerIdOf } from '../sessions/person-hash';
import { SESSION_COOKIE, cookieName, cookiesOf } from '../sessions/session-cookie';
import type { Session } from '../sessions/session.entity';
import { endOf, USE_STEP_MS } from '../sessions/session-life';
import { isPlausibleToken } from '../sessions/session-token';
import { SessionsRepository } from '../sessions/sessions.repository';
import { ApiKeyCallers } from './api-key-callers';
import { ApiKeysRepository } from './api-keys.repository';
import type { Caller, CallersSession } from './caller';

@Injectable()
export class SessionCallers {
  private readonly logger = new Logger('Sessions');
  private readonly roleSettings: string | undefined;

  constructor(
    private readonly sessions: SessionsRepository,
    private readonly apiKeys: ApiKeysRepository,
    private readonly apiKeyCallers: ApiKeyCallers,
    private readonly ownOrigin: OwnOrigin,
    { openId }: Settings,
  ) {
    this.roleSettings = openId && hashRoleSettings(openId);
  }

  /** @throws {ApiError} 401 for two session cookies, one of which is foreign; 403 if another site sent the request */
  tokenOf(request: Request): string | undefined {
    if (request.headers.cookie === undefined) return undefined;
    const [token, second] = cookiesOf(request, cookieName(SESSION_COOKIE, this.ownOrigin.isSecure(request)));
    if (second !== undefined) throw twoSessions();
    // Browsers attach cookies to requests from other sites, so only our own pages may change anything.
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    if (token !== undefined && !(isReading && request.headers.origin === undefined)) this.ownOrigin.require(request);
    return token;
  }

  isPlausible(token: string): boolean {
    return isPlausibleToken(token);
  }

  async find(hash: string): Promise<Caller | undefined> {
    const session = await this.sessions.findByHash(hash);
    if (session === null || session.endedAt !== null) return undefined;
    const now = Date.now();
    if (endOf(session) <= now) {
      // Stays ended even if the clock is set back.
      await this.sessions.end(session.id, now);
      return undefined;
    }
    return session.apiKeyId === null ? this.personOf(session) : this.apiKeyOf(session, session.apiKeyId);
  }

  /** Whether this is the hash of an issued token, even one of an ended session. */
  async isKnown(hash: string): Promise<boolean> {
    return (await this.sessions.findByHash(hash)) !== null;
  }

  wrong(): ApiError {
    return sessionEnded('wrong-key');
  }

  ended(): ApiError {
    return sessionEnded('key-ended');
  }

  isUseDue({ lastUsedAt }: CallersSession): boolean {
    return lastUsedAt <= Date.now() - USE_STEP_MS;
  }

  /** @returns whether a use was written */
  async noteUse(session: CallersSession): Promise<boolean> {
    if (!this.isUseDue(session)) return false;
    try {
      await this.sessions.noteUse(session.id, Date.now());
      return true;
    } catch (error) {
      this.logger.warn(`The use of a session could not be written: ${messageOf(error)}`);
      return false;
    }
  }

  private async apiKeyOf(session: Session, apiKeyId: number): Promise<Caller | undefined> {
    const apiKey = await this.apiKeys.findById(apiKeyId);
    const caller = apiKey ? await this.apiKeyCallers.callerOf(apiKey, endOf(session)) : undefined;
    return caller && { ...caller, session };
  }

  /** Valid only while the role settings are those that gave the person the role. */
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
}
