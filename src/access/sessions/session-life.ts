import type { Session } from './session.entity';

/** Longest that a session lasts, in milliseconds. */
export const LONGEST_MS = 12 * 60 * 60 * 1000;
/** Longest that it lasts without a request, in milliseconds. */
export const IDLE_MS = 60 * 60 * 1000;
/** Most that an API key, or a person, has at a time: one more ends the oldest. */
export const MOST_OPEN = 100;
/** `lastUsedAt` is written at most this often. */
export const USE_STEP_MS = 60_000;
/** How long a session is kept after its end: a browser that still has its cookie isn't guessing. */
export const KEPT_MS = 24 * 60 * 60 * 1000;

/** When a session ends unless it is used before. */
export function endOf({ expiresAt, lastUsedAt }: Pick<Session, 'expiresAt' | 'lastUsedAt'>): number {
  return Math.min(expiresAt, lastUsedAt + IDLE_MS);
}
