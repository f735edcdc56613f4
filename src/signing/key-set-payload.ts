import type { PublicKey } from './jws';
import type { KeySet } from './key-set.entity';

/** A client that can't get a newer key set for this long trusts nothing. */
const LIFETIME_SECONDS = 400 * 24 * 60 * 60;

export interface PublishedKey extends PublicKey {
  /** In seconds since the Unix epoch; no end while it signs. */
  readonly notBefore: number;
  readonly notAfter?: number;
}

/** Content of a key set (docs/signing.md). */
export interface KeySetPayload {
  readonly iss: string;
  readonly version: number;
  /** In seconds since the Unix epoch. */
  readonly iat: number;
  readonly exp: number;
  readonly root: PublicKey;
  readonly keys: readonly PublishedKey[];
  /** `kid`s of untrusted keys; never shrinks. */
  readonly revoked: readonly string[];
}

/** A root key's first key set. @param revoked keys that ended with their root */
export function firstKeySet(
  iss: string,
  version: number,
  now: number,
  { root, signing, revoked = [] }: { root: PublicKey; signing: PublicKey; revoked?: readonly string[] },
): KeySetPayload {
  return issue({ iss, root: half(root), keys: [begin(signing, now)], revoked }, version, now);
}

/** Replaces the signing key; earlier signatures stay valid. */
export function rotated(before: KeySetPayload, signing: PublicKey, now: number): KeySetPayload {
  const keys = before.keys.map((key) => (key.notAfter === undefined ? { ...key, notAfter: now } : key));
  return issue({ ...before, keys: [...keys, begin(signing, now)] }, before.version + 1, now);
}

/** Invalidates everything `kid` signed; `signing` replaces it if it was current. */
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

/** Changes the root key; both root keys sign this set. */
export function withRoot(before: KeySetPayload, root: PublicKey, now: number): KeySetPayload {
  return issue({ ...before, root: half(root) }, before.version + 1, now);
}

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
