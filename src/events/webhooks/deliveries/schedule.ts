const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000];

/** Delays between the ten attempts of a delivery, in milliseconds: 75 hours and 35 minutes, as Standard Webhooks recommends. */
const WAITS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const;
export const MOST_TRIES = WAITS.length + 1;
const JITTER = 0.1;
/** A receiver may ask for more time, but not forever. */
const LONGEST_WAIT = 24 * HOUR;

/** A webhook without a success for this long is disabled. */
export const GIVE_UP_MS = 120 * HOUR;

interface Failure {
  /** Attempts so far, this one included. */
  readonly tries: number;
  readonly status?: number;
  /** The header `Retry-After`. */
  readonly retryAfter?: string;
}

/**
 * Delay after a failed attempt, in milliseconds; undefined after the last one. @param now in milliseconds since the
 * Unix epoch @param random from 0 to 1
 */
export function waitAfter(
  { tries, status, retryAfter }: Failure,
  now: number,
  random = Math.random(),
): number | undefined {
  const wait = WAITS[tries - 1];
  if (wait === undefined) return undefined;
  const spread = Math.round(wait * (1 + JITTER * (2 * random - 1)));
  const asked = status === 429 || status === 503 ? readRetryAfter(retryAfter, now) : 0;
  return Math.max(spread, Math.min(asked, LONGEST_WAIT));
}

/** Seconds or a date (RFC 9110, 10.2.3); 0 for anything else. */
function readRetryAfter(text: string | undefined, now: number): number {
  if (text === undefined) return 0;
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND;
  const date = /^[A-Z][a-z]{2}, /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? 0 : Math.max(0, date - now);
}
