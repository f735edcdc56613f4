import type { ApiKeyDto } from '../api/schema';
import type { Tone } from '../text/chip';
import { DAY_MS } from '../text/times';

export type ApiKey = ApiKeyDto;
export type Scope = ApiKey['scopes'][number];

/** Within this time before it ends, an API key wants attention. */
const SOON_MS = 14 * DAY_MS;

interface State {
  word: string;
  tone: Tone;
  why: string;
  isUsable: boolean;
}

/** Whether programs can still use the API key. */
export function stateOf({ revokedAt, expiresAt }: ApiKey, now = Date.now()): State {
  if (revokedAt !== null)
    return { word: 'Revoked', tone: 'plain', why: 'Revoked permanently: it is refused.', isUsable: false };
  if (expiresAt === null || expiresAt - now > SOON_MS)
    return { word: 'Active', tone: 'good', why: 'It is accepted.', isUsable: true };
  if (expiresAt > now) return { word: 'Expires soon', tone: 'warn', why: 'It expires within 14 days.', isUsable: true };
  return { word: 'Expired', tone: 'bad', why: 'It has expired: it is refused.', isUsable: false };
}
