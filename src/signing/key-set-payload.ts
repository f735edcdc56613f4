import type { PublicKey } from './jws';
import type { KeySet } from './key-set.entity';

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

/** The first key set of a root key. @param revoked what was signed before, by keys that end with their root */
export function firstKeySet(
  iss: string,
  version: number,
  now: number,
  { root, signing, revoked = [] }: { root: PublicKey; signing: PublicKey; revoked?: readonly string[] },
): KeySetPayload {
  return issue({ iss, root: half(root), keys: [begin(signing, now)], revoked }, version, now);
}

/** The next version, in which another key signs; what the one before signed stays valid. */
export function rotated(before: KeySetPayload, signing: PublicKey, now: number): KeySetPayload {
  const keys = before.keys.map((key) => (key.notAfter === undefined ? { ...key, notAfter: now } : key));
  return issue({ ...before, keys: [...keys, begin(signing, now)] }, before.version + 1, now);
}

/** The next version, in which nothing that `kid` signed is believed; `signing` takes its place if it still signs. */
export function withRevoked(before: KeySetPayload, kid: string, signing: PublicKey, now: number): KeySetPayload {
  const isCurrent = currentKeyOf(before)?.kid === kid;
  const keys = before.keys.filter((key) => key.kid !== kid);
  const changed = {
    ...before,
    keys: isCurrent ? [...keys, begin(signing, now)] : keys,
    revoked: [...before.revoked, kid],
  };
  return issue(changed, before.version + 1, now);
}

/** The next version, which another root key signs as well. */
export function withRoot(before: KeySetPayload, root: PublicKey, now: number): KeySetPayload {
  return issue({ ...before, root: half(root) }, before.version + 1, now);
}

/** The key that signs verdicts and licenses. */
export function currentKeyOf({ keys }: KeySetPayload): PublishedKey | undefined {
  return keys.find(({ notAfter }) => notAfter === undefined);
}

export function readKeySet({ jws }: Pick<KeySet, 'jws'>): KeySetPayload {
  const { payload } = JSON.parse(jws) as { payload: string };
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as KeySetPayload;
}

type Content = Pick<KeySetPayload, 'iss' | 'root' | 'keys' | 'revoked'>;

function issue({ iss, root, keys, revoked }: Content, version: number, iat: number): KeySetPayload {
  return { iss, version, iat, exp: iat + LIFETIME_SECONDS, root, keys, revoked };
}

const begin = (key: PublicKey, notBefore: number): PublishedKey => ({ ...half(key), notBefore });

const half = ({ kid, x }: PublicKey): PublicKey => ({ kid, x });
