import type { EntityManager } from 'typeorm';
import type { Actor } from '../audit/actor';
import { recordChange } from '../audit/record-change';
import { ApiKey } from './api-key.entity';
import { hashSecret, shownPrefix } from './api-key-secret';
import { auditedApiKey } from './audited-api-key';
import { type Scope, writeScopes } from '../scopes/scopes';

interface NewApiKey {
  readonly secret: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt?: number | null;
}

/** Stores a new API key and its audit record. */
export async function insertApiKey(manager: EntityManager, actor: Actor, values: NewApiKey): Promise<ApiKey> {
  const entity = {
    name: values.name,
    prefix: shownPrefix(values.secret),
    hash: hashSecret(values.secret),
    scopes: writeScopes(values.scopes),
    createdAt: Date.now(),
    expiresAt: values.expiresAt ?? null,
    lastUsedAt: null,
    revokedAt: null,
  };
  const { identifiers } = await manager.insert(ApiKey, entity);
  const apiKey = { ...entity, id: identifiers[0].id as number };
  await recordChange(manager, actor, {
    action: 'create',
    targetType: 'apiKey',
    targetId: apiKey.id,
    after: auditedApiKey(apiKey),
  });
  return apiKey;
}
