import { sha256 } from './jws';

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long a refusal may be relied on, in milliseconds. */
const REFUSAL_MS = 60 * 1000;

/** What a verdict says, and to whom. */
export interface VerdictFacts {
  /** The client's own, so that no answer to anybody else will do. */
  readonly nonce: string;
  readonly status: string;
  readonly pass: boolean;
  /** What the client sent as its license key or record id. */
  readonly key: string;
  /** The product that was asked for, or else the key's own; of several, the one that passed. */
  readonly product?: number;
  /** The text that the client sent as its device. */
  readonly device?: string;
  /** When the license key expires and the device's lease ends, in milliseconds since the Unix epoch. */
  readonly expiresAt?: number | null;
  readonly leaseUntil?: number | null;
}

/**
 * What a signed verdict says, but for who issues it.
 * @param offlineDays for how long a pass may be relied on, at most
 * @param now milliseconds since the Unix epoch
 */
export function verdictPayload(facts: VerdictFacts, offlineDays: number, now: number): object {
  const { nonce, status, pass, key, product, device, expiresAt, leaseUntil } = facts;
  const until = pass
    ? Math.min(now + offlineDays * DAY_MS, expiresAt ?? Infinity, leaseUntil ?? Infinity)
    : now + REFUSAL_MS;
  return {
    iat: Math.floor(now / 1000),
    exp: Math.floor(until / 1000),
    nonce,
    status,
    pass,
    key: sha256(key),
    // JSON leaves out what is undefined.
    product,
    device: device === undefined ? undefined : sha256(device),
    expiresAt: expiresAt ?? undefined,
    leaseUntil: leaseUntil ?? undefined,
  };
}
