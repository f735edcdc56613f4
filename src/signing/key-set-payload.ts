import type { PublicKey } from './jws';
import type { KeySet } from './key-set.entity';
import type { SigningKey } from './signing-key.entity';

/** How long a key set is good for: a client that can't get a newer one believes nothing any more then. */
const LIFETIME_SECONDS = 400 * 24 * 60 * 60;

/** A signing key as a key set names it. */
export interface PublishedKey extends PublicKey {
  /** From when to when it signs, in seconds since the Unix epoch; without an end while it does. */
  readonly notBefore: number;
  readonly notAfter?: number;
}

/** What a key set says (`docs/signing.md`). */
export interface KeySetPayload {
  /** Who issues: the same in all that is signed. */
  readonly iss: string;
  readonly version: number;
  /** When it was issued and until when it holds, in seconds since the Unix epoch. */
  readonly iat: number;
  readonly exp: number;
  readonly root: PublicKey;
  readonly keys: readonly PublishedKey[];
  /** Names of keys of which nothing is believed; they only become more. */
  readonly revoked: readonly string[];
}

/** @param keys all that there are, roots too */
export function describeKeySet(iss: string, version: number, iat: number, keys: readonly SigningKey[]): KeySetPayload {
  const root = keys.find(({ role, notAfter }) => role === 'root' && notAfter === null)!;
  const signing = keys.filter(({ role }) => role === 'signing');
  return {
    iss,
    version,
    iat,
    exp: iat + LIFETIME_SECONDS,
    root: { kid: root.kid, x: root.x },
    keys: signing.filter(({ revokedAt }) => revokedAt === null).map(publish),
    revoked: signing.filter(({ revokedAt }) => revokedAt !== null).map(({ kid }) => kid),
  };
}

export function readKeySet({ jws }: KeySet): KeySetPayload {
  const { payload } = JSON.parse(jws) as { payload: string };
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as KeySetPayload;
}

// JSON leaves out what is undefined.
function publish({ kid, x, notBefore, notAfter }: SigningKey): PublishedKey {
  return { kid, x, notBefore, notAfter: notAfter ?? undefined };
}
