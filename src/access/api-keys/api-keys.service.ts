import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, MoreThan } from 'typeorm';
import type { Actor } from '../audit/actor';
import type { AuditAction } from '../audit/change';
import { recordChange } from '../audit/record-change';
import { inTransaction } from '../../platform/database/transaction';
import { conflict, notFound } from '../../platform/errors/errors';
import { type Page, toPage } from '../../platform/http/answers/paging';
import { lockApiKeys, requireAdminLeft } from './admin-keys';
import { ApiKey } from './api-key.entity';
import { generateSecret, hashSecret, shownPrefix } from './api-key-secret';
import { auditedApiKey } from './audited-api-key';
import { CallerCache } from './caller-cache';
import type { ApiKeyDto, NewApiKeyDto, RotatedApiKeyDto } from './dto/api-key.dto';
import type { CreateApiKeyDto } from './dto/create-api-key.dto';
import type { ListApiKeysDto } from './dto/list-api-keys.dto';
import type { UpdateApiKeyDto } from './dto/update-api-key.dto';
import { FormerSecret } from './former-secret.entity';
import { insertApiKey } from './insert-api-key';
import { KnownSecrets } from './known-secrets';
import { readScopes, writeScopes } from '../scopes/scopes';
import { hasEnded } from './seen-ends';

export const API_KEY_NOT_FOUND = 'The specified API key was not found.';
export const API_KEY_REVOKED = 'This API key is revoked; create a new one.';
export const API_KEY_EXPIRED = 'This API key has expired; give it a later expiresAt first, or create a new one.';

const DEFAULT_LIMIT = 100;

/** Issues, changes and ends API keys, for the API and the command line. */
@Injectable()
export class ApiKeysService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly callers: CallerCache,
    private readonly known: KnownSecrets,
  ) {}

  /** Creates an API key; its secret is in the answer and nowhere else. */
  async create({ name, scopes, expiresAt }: CreateApiKeyDto, actor: Actor): Promise<NewApiKeyDto> {
    const secret = generateSecret();
    const apiKey = await inTransaction(this.dataSource, (manager) =>
      insertApiKey(manager, actor, { secret, name, scopes, expiresAt }),
    );
    this.known.forget();
    return Object.assign(toApiKeyDto(apiKey), { secret });
  }

  /** API keys by ascending id, revoked ones too; `next` is where the following page starts, if more follow. */
  async getPage({ limit = DEFAULT_LIMIT, after = 0 }: ListApiKeysDto): Promise<Page<ApiKeyDto>> {
    const entities = await this.dataSource.manager.find(ApiKey, {
      where: { id: MoreThan(after) },
      order: { id: 'ASC' },
      take: limit + 1,
    });
    return toPage(entities, limit, toApiKeyDto);
  }

  /** @throws {ApiError} 404 when there is no such key */
  async get(id: string): Promise<ApiKeyDto> {
    return toApiKeyDto(await getApiKey(this.dataSource.manager, id));
  }

  /**
   * Changes the given fields and no others.
   * @throws {ApiError} 404 when there is no such key, 409 when it is revoked or the last admin key would be lost
   */
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

  /**
   * Gives the key a new secret, which is in the answer and nowhere else. The one before, and any still older one, ends after the
   * grace at the latest.
   * @throws {ApiError} 404 when there is no such key, 409 when it is revoked or has expired
   */
  async rotate(id: string, graceSeconds: number, actor: Actor): Promise<RotatedApiKeyDto> {
    const secret = generateSecret();
    const now = Date.now();
    const previousValidUntil = now + graceSeconds * 1000;
    const apiKey = await this.change(id, 'rotate', actor, async (before, manager) => {
      requireNotRevoked(before);
      if (await hasEnded(manager, before, now)) throw conflict(API_KEY_EXPIRED);
      // An earlier end of it, which was prolonged since.
      await manager.delete(FormerSecret, { hash: before.hash });
      await manager.update(
        FormerSecret,
        { apiKeyId: before.id, validUntil: MoreThan(previousValidUntil) },
        { validUntil: previousValidUntil },
      );
      await manager.insert(FormerSecret, { apiKeyId: before.id, hash: before.hash, validUntil: previousValidUntil });
      return { prefix: shownPrefix(secret), hash: hashSecret(secret) };
    });
    return Object.assign(apiKey, { secret, previousValidUntil });
  }

  /**
   * Ends the key, with every secret it ever had; it stays listed. Revoking it again changes nothing.
   * @throws {ApiError} 404 when there is no such key, 409 when it is the last admin key
   */
  revoke(id: string, actor: Actor): Promise<ApiKeyDto> {
    return this.change(id, 'revoke', actor, ({ revokedAt }) => (revokedAt === null ? { revokedAt: Date.now() } : {}));
  }

  private async change(
    id: string,
    action: AuditAction,
    actor: Actor,
    work: (before: ApiKey, manager: EntityManager) => Partial<ApiKey> | Promise<Partial<ApiKey>>,
  ): Promise<ApiKeyDto> {
    const changed = await inTransaction(this.dataSource, async (manager) => {
      const locked = await lockApiKeys(manager);
      const before = await getApiKey(manager, id);
      const changes = await work(before, manager);
      const after = Object.assign({}, before, changes);
      if (Object.keys(changes).length === 0) return after;
      requireAdminLeft(
        locked.filter((other) => other.id !== before.id),
        before,
        after,
      );
      await manager.update(ApiKey, { id: before.id }, changes);
      await recordChange(manager, actor, {
        action,
        targetType: 'apiKey',
        targetId: before.id,
        before: auditedApiKey(before),
        after: auditedApiKey(after),
      });
      return after;
    });
    this.callers.clear();
    this.known.forget();
    return toApiKeyDto(changed);
  }
}

async function getApiKey(manager: EntityManager, id: string): Promise<ApiKey> {
  const numericId = /^[0-9]+$/.test(id) ? Number(id) : 0;
  const apiKey = Number.isSafeInteger(numericId) ? await manager.findOneBy(ApiKey, { id: numericId }) : null;
  if (!apiKey) throw notFound(API_KEY_NOT_FOUND);
  return apiKey;
}

function requireNotRevoked({ revokedAt }: ApiKey): void {
  if (revokedAt !== null) throw conflict(API_KEY_REVOKED);
}

/** Everything but the hash. */
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
