import type { Problem } from '../../platform/errors/error-codes';
import { conflict } from '../../platform/errors/errors';
import { keylinkCommand } from '../../platform/settings/keylink-command';
import type { ApiKey } from './api-key.entity';
import { readScopes } from '../scopes/scopes';

export const LAST_ADMIN_KEY: Problem<'apiKey.lastAdmin'> = {
  code: 'apiKey.lastAdmin',
  message:
    'This is the last admin key that neither expires nor is revoked; create another one before you take it away.',
};

/** An admin key's life may be shortened only while another admin key never expires. @throws {ApiError} 409 */
export function requireAdminLeft(others: ApiKey[], before: ApiKey, after: ApiKey): void {
  const shortened = adminUntil(after) < adminUntil(before) && adminUntil(before) > Date.now();
  if (shortened && !others.some((other) => adminUntil(other) === Infinity)) throw conflict(LAST_ADMIN_KEY);
}

export const isUsableAdmin = (apiKey: ApiKey): boolean => adminUntil(apiKey) > Date.now();

export const noUsableAdmin = (): string =>
  `no admin key is usable; make one: ${keylinkCommand('api-keys create --name admin --scopes admin')}`;

/** Until when an API key is an admin's, in milliseconds since the Unix epoch; 0 when it isn't. */
function adminUntil(apiKey: ApiKey): number {
  const isAdmin = apiKey.revokedAt === null && readScopes(apiKey.scopes).includes('admin');
  return isAdmin ? (apiKey.expiresAt ?? Infinity) : 0;
}
