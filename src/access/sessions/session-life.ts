import type { Session } from './session.entity';

export const LONGEST_MS = 12 * 60 * 60 * 1000;
/** Longest life of a session without a request. */
export const IDLE_MS = 60 * 60 * 1000;
/** Open sessions per API key or person; one more ends the oldest. */
export const MOST_OPEN = 100;
/** Shortest time between two writes of `lastUsedAt`. */
export const USE_STEP_MS = 60_000;
/** How long ended sessions are kept: a browser with an old cookie isn't guessing. */
export const KEPT_MS = 24 * 60 * 60 * 1000;

export function endOf({ expiresAt, lastUsedAt }: Pick<Session, 'expiresAt' | 'lastUsedAt'>): number {
  return Math.min(expiresAt, lastUsedAt + IDLE_MS);
}
