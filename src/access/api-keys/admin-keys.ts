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

/**
 * There must always be a way in: a change may shorten the life of an admin key only while another one
 * lives for ever. One that expires doesn't count, since nothing could refuse its end.
 * @throws {ApiError} 409
 */
export function requireAdminLeft(others: ApiKey[], before: ApiKey, after: ApiKey): void {
  const shortened = adminUntil(after) < adminUntil(before) && adminUntil(before) > Date.now();
  if (shortened && !others.some((other) => adminUntil(other) === Infinity)) throw conflict(LAST_ADMIN_KEY);
}

/** Whether an API key can administer the service now. */
export const isUsableAdmin = (apiKey: ApiKey): boolean => adminUntil(apiKey) > Date.now();

export const noUsableAdmin = (): string =>
  `no admin key is usable; make one: ${keylinkCommand('api-keys create --name admin --scopes admin')}`;

/** Until when an API key is an admin's, in milliseconds since the Unix epoch. */
function adminUntil(apiKey: ApiKey): number {
  const isAdmin = apiKey.revokedAt === null && readScopes(apiKey.scopes).includes('admin');
  return isAdmin ? (apiKey.expiresAt ?? Infinity) : 0;
}
