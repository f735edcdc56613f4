import type { ApiKey } from './api-key.entity';
import { readScopes } from '../scopes/scopes';

/** Everything a change can change, but no more of the secret than its prefix. */
export function auditedApiKey(apiKey: ApiKey): object {
  return {
    name: apiKey.name,
    prefix: apiKey.prefix,
    scopes: readScopes(apiKey.scopes),
    expiresAt: apiKey.expiresAt,
    revokedAt: apiKey.revokedAt,
  };
}
