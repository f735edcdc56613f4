import type { Token } from './token.js';

/** Retries come a little sooner than renewals: after an outage, that is the load that the service meets (decision 080). */
const RETRY_SHARE = 0.75;
const FIRST_RETRY = 30_000;
const LONGEST_RETRY = 60 * 60 * 1000;
const AFTER_REFUSAL = 10 * 60 * 1000;

/** From 0.8 to 1.2. */
const jitter = (random: number): number => 0.8 + 0.4 * random;

/** How long a pass is used before the service is asked again: a third of its length, at most `renewEvery`. Milliseconds. */
const intervalOf = ({ iat, exp }: Token, renewEvery: number): number => Math.min(renewEvery, ((exp - iat) * 1000) / 3);

/** When a pass is to be renewed: the same at each look, another for each pass. Milliseconds since 1970. */
export function renewalOf(token: Token, renewEvery: number): number {
  const id = token.kind === 'verdict' ? token.nonce : token.jti;
  return token.iat * 1000 + intervalOf(token, renewEvery) * jitter(toFraction(id));
}

/** How long to wait after a renewal that failed, milliseconds. */
export const retryOf = (token: Token, renewEvery: number, random: number): number =>
  intervalOf(token, renewEvery) * RETRY_SHARE * jitter(random);

/** How long to wait after the n-th failure in a row when there is no pass, milliseconds. */
export const retryWithoutPass = (failures: number, random: number): number =>
  Math.min(FIRST_RETRY * 2 ** Math.min(failures - 1, 10), LONGEST_RETRY) * jitter(random);

/** How long after a refusal `watch` asks again: it may have been renewed, or a seat be free. Milliseconds. */
export const retryRefused = (renewEvery: number, random: number): number =>
  Math.min(AFTER_REFUSAL, renewEvery) * jitter(random);

/** A number from 0 to 1 of a random text. */
function toFraction(id: string): number {
  let hash = 0;
  for (const character of id) hash = (Math.imul(hash, 31) + character.charCodeAt(0)) | 0;
  // The last step spreads what differs in the last characters only.
  return (Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0) / 2 ** 32;
}
