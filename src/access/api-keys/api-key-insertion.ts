import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions';
import type { Actor } from '../audit/actor';
import { ChangeLog } from '../audit/change-log';
import { type Scope } from '../scopes/scope-names';
import { writeScopes } from '../scopes/scopes';
import type { ApiKey } from './api-key.entity';
import { hashSecret, shownPrefix } from './api-key-secret';
import { ApiKeysRepository } from './api-keys.repository';
import { auditedApiKey } from './audited-api-key';

interface NewApiKey {
  readonly secret: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt?: number | null;
}

@Injectable()
export class ApiKeyInsertion {
  constructor(
    private readonly apiKeys: ApiKeysRepository,
    private readonly changeLog: ChangeLog,
    private readonly transactions: Transactions,
  ) {}

  insert(actor: Actor, { secret, name, scopes, expiresAt = null }: NewApiKey): Promise<ApiKey> {
    return this.transactions.run(async (transaction) => {
      const apiKey = await this.apiKeys.within(transaction).insert({
        name,
        prefix: shownPrefix(secret),
        hash: hashSecret(secret),
        scopes: writeScopes(scopes),
        createdAt: Date.now(),
        expiresAt,
        lastUsedAt: null,
        revokedAt: null,
      });
      const after = auditedApiKey(apiKey);
      const change = { action: 'create', targetType: 'apiKey', targetId: apiKey.id, after } as const;
      await this.changeLog.within(transaction).append(actor, [change]);
      return apiKey;
    });
  }
}
