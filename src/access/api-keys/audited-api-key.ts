import type { ApiKey } from './api-key.entity';
import { readScopes } from '../scopes/scopes';

/** What the audit keeps of an API key: everything that a change can change, and no more of the secret than is shown. */
export function auditedApiKey(apiKey: ApiKey): object {
  return {
    name: apiKey.name,
    prefix: apiKey.prefix,
    scopes: readScopes(apiKey.scopes),
    expiresAt: apiKey.expiresAt,
    revokedAt: apiKey.revokedAt,
  };
}
