import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../audit/actor';
import type { AuditAction } from '../audit/change';
import { ChangeLog } from '../audit/change-log';
import { Transactions } from '../../platform/database/transactions';
import type { Problem } from '../../platform/errors/error-codes';
import { conflict, notFound } from '../../platform/errors/errors';
import { type Page, toPage } from '../../platform/http/answers/paging';
import { requireAdminLeft } from './admin-keys';
import type { ApiKey } from './api-key.entity';
import { ApiKeyInsertion } from './api-key-insertion';
import { generateSecret, hashSecret, shownPrefix } from './api-key-secret';
import { ApiKeysRepository } from './api-keys.repository';
import { auditedApiKey } from './audited-api-key';
import { CallerCache } from './caller-cache';
import type { ApiKeyDto, NewApiKeyDto, RotatedApiKeyDto } from './dto/api-key.dto';
import type { CreateApiKeyDto } from './dto/create-api-key.dto';
import type { ListApiKeysDto } from './dto/list-api-keys.dto';
import type { UpdateApiKeyDto } from './dto/update-api-key.dto';
import { FormerSecretsRepository } from './former-secrets.repository';
import { KnownSecrets } from './known-secrets';
import { readScopes, writeScopes } from '../scopes/scopes';
import { SessionsRepository } from '../sessions/sessions.repository';

export const API_KEY_NOT_FOUND: Problem<'apiKey.notFound'> = {
  code: 'apiKey.notFound',
  message: 'The specified API key was not found.',
};
export const API_KEY_REVOKED: Problem<'apiKey.revoked'> = {
  code: 'apiKey.revoked',
  message: 'This API key is revoked; create a new one.',
};
export const API_KEY_EXPIRED: Problem<'apiKey.expired'> = {
  code: 'apiKey.expired',
  message: 'This API key has expired; give it a later expiresAt first, or create a new one.',
};

const DEFAULT_LIMIT = 100;

@Injectable()
export class ApiKeysService {
  constructor(
    private readonly apiKeys: ApiKeysRepository,
    private readonly formerSecrets: FormerSecretsRepository,
    private readonly insertion: ApiKeyInsertion,
    private readonly sessions: SessionsRepository,
    private readonly changeLog: ChangeLog,
    private readonly transactions: Transactions,
    private readonly callers: CallerCache,
    private readonly known: KnownSecrets,
  ) {}

  async create({ name, scopes, expiresAt }: CreateApiKeyDto, actor: Actor): Promise<NewApiKeyDto> {
    const secret = generateSecret();
    const apiKey = await this.insertion.insert(actor, { secret, name, scopes, expiresAt });
    this.known.forget();
    return Object.assign(toApiKeyDto(apiKey), { secret });
  }

  async getPage({ limit = DEFAULT_LIMIT, after = 0 }: ListApiKeysDto): Promise<Page<ApiKeyDto>> {
    return toPage(await this.apiKeys.findPage(after, limit + 1), limit, toApiKeyDto);
  }

  /** @throws {ApiError} 404 */
  async get(id: string): Promise<ApiKeyDto> {
    return toApiKeyDto(await getApiKey(this.apiKeys, id));
  }

  /** @throws {ApiError} 404; 409 when the key is revoked or the last admin key would be lost */
  update(id: string, { name, scopes, expiresAt }: UpdateApiKeyDto, actor: Actor): Promise<ApiKeyDto> {
    return this.change(id, 'update', actor, (apiKey) => {
      requireNotRevoked(apiKey);
      return {
        name: name ?? apiKey.name,
        scopes: scopes ? writeScopes(scopes) : apiKey.scopes,
        expiresAt: expiresAt === undefined ? apiKey.expiresAt : expiresAt,
      };
    });
  }

  /** Older secrets end after the grace at the latest. @throws {ApiError} 404; 409 when the key is revoked or expired */
  async rotate(id: string, graceSeconds: number, actor: Actor): Promise<RotatedApiKeyDto> {
    const secret = generateSecret();
    const now = Date.now();
    const previousValidUntil = now + graceSeconds * 1000;
    const apiKey = await this.change(id, 'rotate', actor, async (before, transaction) => {
      requireNotRevoked(before);
      const formerSecrets = this.formerSecrets.within(transaction);
      if (await formerSecrets.hasEnded(before, now)) throw conflict(API_KEY_EXPIRED);
      await formerSecrets.retire(before, previousValidUntil);
      // These sessions were opened with the old secret.
      await this.sessions.within(transaction).endAllOf(before.id, previousValidUntil);
      return { prefix: shownPrefix(secret), hash: hashSecret(secret) };
    });
    return Object.assign(apiKey, { secret, previousValidUntil });
  }

  /** Ends the key and all its secrets; idempotent. @throws {ApiError} 404; 409 for the last admin key */
  revoke(id: string, actor: Actor): Promise<ApiKeyDto> {
    return this.change(id, 'revoke', actor, ({ revokedAt }) => (revokedAt === null ? { revokedAt: Date.now() } : {}));
  }

  private async change(
    id: string,
    action: AuditAction,
    actor: Actor,
    work: (before: ApiKey, transaction: EntityManager) => Partial<ApiKey> | Promise<Partial<ApiKey>>,
  ): Promise<ApiKeyDto> {
    const changed = await this.transactions.run(async (transaction) => {
      const apiKeys = this.apiKeys.within(transaction);
      const locked = await apiKeys.lockUnrevoked();
      const before = await getApiKey(apiKeys, id);
      const changes = await work(before, transaction);
      const after = Object.assign({}, before, changes);
      if (Object.keys(changes).length === 0) return after;
      requireAdminLeft(
        locked.filter((other) => other.id !== before.id),
        before,
        after,
      );
      await apiKeys.update(before.id, changes);
      const shown = { before: auditedApiKey(before), after: auditedApiKey(after) };
      const change = { action, targetType: 'apiKey', targetId: before.id, ...shown } as const;
      await this.changeLog.within(transaction).append(actor, [change]);
      return after;
    });
    this.callers.clear();
    this.known.forget();
    return toApiKeyDto(changed);
  }
}

async function getApiKey(apiKeys: ApiKeysRepository, id: string): Promise<ApiKey> {
  const numericId = /^[0-9]+$/.test(id) ? Number(id) : 0;
  const apiKey = Number.isSafeInteger(numericId) ? await apiKeys.findById(numericId) : null;
  if (!apiKey) throw notFound(API_KEY_NOT_FOUND);
  return apiKey;
}

function requireNotRevoked({ revokedAt }: ApiKey): void {
  if (revokedAt !== null) throw conflict(API_KEY_REVOKED);
}

function toApiKeyDto(entity: ApiKey): ApiKeyDto {
  return {
    id: entity.id,
    name: entity.name,
    prefix: entity.prefix,
    scopes: readScopes(entity.scopes),
    createdAt: entity.createdAt,
    expiresAt: entity.expiresAt,
    lastUsedAt: entity.lastUsedAt,
    revokedAt: entity.revokedAt,
  };
}
