import { Injectable } from '@nestjs/common';
import type { ApiKey } from '../api-keys/api-key.entity';
import { ApiKeysRepository } from '../api-keys/api-keys.repository';
import type { Caller } from '../api-keys/caller';
import { CallerCache } from '../api-keys/caller-cache';
import { KnownSecrets } from '../api-keys/known-secrets';
import type { Actor, CallingActor } from '../audit/actor';
import { ChangeLog } from '../audit/change-log';
import type { Change } from '../audit/change';
import { SCOPES_OF_ROLE } from '../scopes/roles';
import type { Scope } from '../scopes/scope-names';
import { readScopes } from '../scopes/scopes';
import type { Session } from '../sessions/session.entity';
import { hashPerson } from '../sessions/person-hash';
import { LONGEST_MS, MOST_OPEN } from '../sessions/session-life';
import { generateToken, hashToken } from '../sessions/session-token';
import { type SessionOwner, SessionsRepository } from '../sessions/sessions.repository';
import { Transactions } from '../../platform/database/transactions';
import type { Problem } from '../../platform/errors/error-codes';
import { notFound, unauthorized } from '../../platform/errors/errors';
import { type Page, toPage } from '../../platform/http/answers/paging';
import { SignInLimit } from '../../platform/limits/sign-in-limit';
import { hashRoleSettings } from '../../platform/settings/open-id';
import { Settings } from '../../platform/settings/settings';
import type { ListSessionsDto } from './dto/list-sessions.dto';
import type { SessionDto } from './dto/session.dto';

export const SESSION_NOT_FOUND: Problem<'session.notFound'> = {
  code: 'session.notFound',
  message: 'The specified session was not found, or has ended.',
};

const DEFAULT_LIMIT = 100;

export type Person = {
  readonly [Field in 'issuer' | 'subject' | 'role' | 'roleSettings']: NonNullable<Session[Field]>;
} & { readonly name: string };

/** The only place that holds the token. */
export interface NewSession {
  readonly session: SessionDto;
  readonly token: string;
}

@Injectable()
export class SessionsService {
  private readonly roleSettings: string | undefined;

  constructor(
    private readonly sessions: SessionsRepository,
    private readonly apiKeys: ApiKeysRepository,
    private readonly changeLog: ChangeLog,
    private readonly transactions: Transactions,
    private readonly callers: CallerCache,
    private readonly known: KnownSecrets,
    private readonly limit: SignInLimit,
    { openId }: Settings,
  ) {
    this.roleSettings = openId && hashRoleSettings(openId);
  }

  /**
   * The session ends with the key.
   * @throws {ApiError} 401 if the caller used a session, which could be extended forever; 429 after too many
   */
  async openByKey(caller: Caller, actor: CallingActor): Promise<NewSession> {
    const { apiKeyId, usableUntil, session, scopes } = caller;
    if (session !== undefined || apiKeyId === null) throw unauthorized('no-key');
    await this.limit.countSession(apiKeyId);
    const none = { issuer: null, subject: null, personHash: null, role: null, roleSettings: null };
    return this.open({ ...none, apiKeyId, name: caller.name }, usableUntil, [...scopes], actor);
  }

  openByPerson(person: Person, actor: Actor): Promise<NewSession> {
    const personHash = hashPerson(person.issuer, person.subject);
    return this.open({ ...person, personHash, apiKeyId: null }, Infinity, SCOPES_OF_ROLE[person.role], actor);
  }

  async getPage(caller: Caller, { limit = DEFAULT_LIMIT, before }: ListSessionsDto): Promise<Page<SessionDto>> {
    const now = Date.now();
    const owner = caller.scopes.has('admin') ? undefined : ownerBehind(caller);
    const found = await this.sessions.findOpen(now, before ?? Number.MAX_SAFE_INTEGER, limit + 1, owner);
    const { items, next } = toPage(found, limit, (session) => session);
    const keys = await this.apiKeys.findByIds(items.flatMap(({ apiKeyId }) => apiKeyId ?? []));
    const byId = new Map(keys.map((apiKey) => [apiKey.id, apiKey]));
    const open = items.flatMap((session) => {
      const scopes = this.scopesOf(session, byId.get(session.apiKeyId ?? 0), now);
      return scopes ? toSessionDto(session, scopes, caller.session?.id) : [];
    });
    return { items: open, next };
  }

  async endCurrent({ session }: Caller, actor: CallingActor): Promise<void> {
    if (session !== undefined) await this.end(session.id, actor);
  }

  /** @throws {ApiError} 404 if the session doesn't exist, isn't the caller's or has ended */
  async endById(id: string, caller: Caller, actor: CallingActor): Promise<void> {
    const numericId = /^[0-9]{1,9}$/.test(id) ? Number(id) : 0;
    const session = await this.sessions.findById(numericId);
    const mayEnd = session !== null && (caller.scopes.has('admin') || isOf(session, caller));
    if (!mayEnd || !(await this.end(session.id, actor))) throw notFound(SESSION_NOT_FOUND);
  }

  private async open(
    by: Pick<Session, 'apiKeyId' | 'issuer' | 'subject' | 'personHash' | 'name' | 'role' | 'roleSettings'>,
    usableUntil: number,
    scopes: readonly Scope[],
    actor: Actor,
  ): Promise<NewSession> {
    const token = generateToken();
    const now = Date.now();
    const times = { createdAt: now, lastUsedAt: now, expiresAt: Math.min(now + LONGEST_MS, usableUntil) };
    const row = { ...by, ...times, hash: hashToken(token), address: actor.address, endedAt: null };
    const { session, ended } = await this.transactions.run(async (transaction) => {
      const sessions = this.sessions.within(transaction);
      const inserted = await sessions.insert(row);
      const oldest = await sessions.endOldest(ownerOf(inserted), MOST_OPEN, now);
      const creation = {
        action: 'create',
        targetType: 'session',
        targetId: inserted.id,
        after: audited(inserted),
      } as const;
      await this.changeLog.within(transaction).append(actor, [creation, ...oldest.map(revocationOf)]);
      return { session: inserted, ended: oldest.length > 0 };
    });
    this.known.forget();
    if (ended) this.callers.clear();
    return { session: toSessionDto(session, scopes, session.id), token };
  }

  /** Undefined when its API key has ended or the role settings have changed. */
  private scopesOf(
    { role, roleSettings }: Session,
    apiKey: ApiKey | undefined,
    now: number,
  ): readonly Scope[] | undefined {
    if (role !== null) return roleSettings === this.roleSettings ? SCOPES_OF_ROLE[role] : undefined;
    const isUsable = apiKey !== undefined && apiKey.revokedAt === null && (apiKey.expiresAt ?? Infinity) > now;
    return isUsable ? readScopes(apiKey.scopes) : undefined;
  }

  private async end(id: number, actor: Actor): Promise<boolean> {
    const ended = await this.transactions.run(async (transaction) => {
      const sessions = this.sessions.within(transaction);
      if (!(await sessions.end(id, Date.now()))) return false;
      await this.changeLog.within(transaction).append(actor, [revocationOf(id)]);
      return true;
    });
    this.callers.clear();
    return ended;
  }
}

const revocationOf = (targetId: number): Change => ({ action: 'revoke', targetType: 'session', targetId });

function ownerOf({ apiKeyId, personHash }: Pick<Session, 'apiKeyId' | 'personHash'>): SessionOwner {
  return apiKeyId === null ? { personHash: personHash! } : { apiKeyId };
}

const ownerBehind = ({ apiKeyId, session }: Caller): SessionOwner =>
  ownerOf({ apiKeyId, personHash: session?.personHash ?? null });

function isOf(session: Session, caller: Caller): boolean {
  const owner = ownerBehind(caller);
  return 'apiKeyId' in owner ? session.apiKeyId === owner.apiKeyId : session.personHash === owner.personHash;
}

const wayIn = ({ apiKeyId }: Session): SessionDto['via'] => (apiKeyId === null ? 'openId' : 'apiKey');

function audited(session: Session): object {
  const { name, role, expiresAt } = session;
  return { name, via: wayIn(session), role, expiresAt };
}

function toSessionDto(session: Session, scopes: readonly Scope[], currentId: number | undefined): SessionDto {
  const { id, name, role, createdAt, lastUsedAt, expiresAt, address } = session;
  return {
    id,
    name,
    scopes: [...scopes],
    ...(role !== null && { role }),
    createdAt,
    lastUsedAt,
    expiresAt,
    address,
    via: wayIn(session),
    isCurrent: id === currentId,
  };
}
