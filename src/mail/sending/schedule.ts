import type { Mail } from '../outbox/mail.entity';
import type { PortalCodeData } from '../outbox/mail-kinds';

const [MINUTE, HOUR] = [60_000, 3_600_000];

/** Delays between attempts, in milliseconds; the last one repeats. */
const WAITS = [0.5 * MINUTE, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR] as const;
const JITTER = 0.1;
/** A server may be down over a weekend, but an email about a purchase of last week helps nobody. */
const PATIENCE_MS = 48 * HOUR;

/**
 * Delay after a failed attempt, in milliseconds; undefined to give up. Codes aren't sent after they have expired.
 * @param tries attempts so far @param now in milliseconds since the Unix epoch @param random from 0 to 1
 */
export function waitAfter(
  { kind, data, createdAt }: Pick<Mail, 'kind' | 'data' | 'createdAt'>,
  tries: number,
  now: number,
  random = Math.random(),
): number | undefined {
  const patience = isCode(kind) && data !== null ? (JSON.parse(data) as PortalCodeData).minutes * MINUTE : PATIENCE_MS;
  const wait = Math.round(WAITS[Math.min(tries, WAITS.length) - 1] * (1 + JITTER * (2 * random - 1)));
  return now + wait > createdAt + patience ? undefined : wait;
}

/** Kinds whose data are a one-time secret: deleted when the email has ended, and never sent again. */
export const isCode = (kind: Mail['kind']): boolean => kind === 'portalCode' || kind === 'addressChange';
