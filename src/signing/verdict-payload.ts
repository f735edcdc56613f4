import { sha256 } from './jws';

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long a refusal is valid, in milliseconds. */
const REFUSAL_MS = 60 * 1000;

export interface VerdictFacts {
  /** From the client, so that answers to others don't pass. */
  readonly nonce: string;
  readonly status: string;
  readonly pass: boolean;
  /** The license key or record id as the client sent it. */
  readonly key: string;
  /** The requested product, or the key's own; of several, the one that passed. */
  readonly product?: number;
  readonly device?: string;
  /** Expiry of the license key and end of the device's lease, in milliseconds since the Unix epoch. */
  readonly expiresAt?: number | null;
  readonly leaseUntil?: number | null;
  /** Until when an expired license key passes. */
  readonly graceUntil?: number;
  /** The license key's entitlements, if the program asked for them. */
  readonly entitlements?: object;
  /** Version of the program, if it was judged. */
  readonly version?: string;
  /** For a version that isn't covered: the newest covered one. */
  readonly newestCovered?: string;
  /** Whether the license key is a test key, if it passes. */
  readonly test?: true;
}

/** Payload of a signed verdict, without `iss`. @param offlineDays longest time a pass is valid */
export function verdictPayload(facts: VerdictFacts, offlineDays: number, now: number): object {
  const { nonce, status, pass, key, product, device, expiresAt, leaseUntil, graceUntil } = facts;
  const { entitlements, version, newestCovered, test } = facts;
  const until = pass
    ? Math.min(now + offlineDays * DAY_MS, graceUntil ?? expiresAt ?? Infinity, leaseUntil ?? Infinity)
    : now + REFUSAL_MS;
  return {
    iat: Math.floor(now / 1000),
    exp: Math.floor(until / 1000),
    nonce,
    status,
    pass,
    key: sha256(key),
    product,
    device: device === undefined ? undefined : sha256(device),
    expiresAt: expiresAt ?? undefined,
    leaseUntil: leaseUntil ?? undefined,
    graceUntil,
    entitlements,
    version,
    newestCovered,
    test,
  };
}
