import { type Crypto, thumbprint } from './crypto.js';
import { isSignedBy, type Jws, parseGeneral } from './jws.js';
import { isObject, type JsonObject } from './strict-json.js';

/** Tolerance between the clocks of those who sign, in seconds. */
const CLOCK_TOLERANCE = 60;

/** A public key: `x` its 32 bytes in base64url, `kid` its RFC 7638 thumbprint. */
export interface PublicKey {
  readonly kid: string;
  readonly x: string;
}

/** A key that signs verdicts and licenses; times in seconds since 1970. */
interface SigningKey extends PublicKey {
  readonly notBefore: number;
  /** Absent while it signs. */
  readonly notAfter?: number;
}

/** Which keys may sign, as the root says; times in seconds since 1970. */
export interface KeySet {
  readonly iss: string;
  readonly version: number;
  readonly iat: number;
  readonly exp: number;
  /** Signs the next version. */
  readonly root: PublicKey;
  readonly keys: readonly SigningKey[];
  readonly revoked: readonly string[];
}

/** A key set as it was sent, taken apart. It may be believed once `follows` says so. */
export interface SentKeySet {
  readonly text: string;
  readonly jws: Jws;
  readonly set: KeySet;
}

/** Takes a key set apart; undefined when anything in it has another form than agreed. */
export async function readKeySet(crypto: Crypto, text: string): Promise<SentKeySet | undefined> {
  const jws = parseGeneral(text, 'keylink-keys+jwt');
  if (!jws || jws.signatures.length > 2 || hasTwins(jws.signatures.map(({ kid }) => kid))) return undefined;
  const set = toKeySet(jws.payload);
  if (!set) return undefined;
  const thumbprints = await Promise.all([set.root, ...set.keys].map(({ x }) => thumbprint(crypto, x)));
  const named = [set.root, ...set.keys].map(({ kid }) => kid);
  return thumbprints.every((kid, index) => kid === named[index]) ? { text, jws, set } : undefined;
}

/** Whether a set is vouched for by this root, and by its own. */
export async function isVouchedFor(crypto: Crypto, { jws, set }: SentKeySet, root: PublicKey): Promise<boolean> {
  return (await isSignedBy(crypto, jws, root.kid, root.x)) && isSignedBy(crypto, jws, set.root.kid, set.root.x);
}

/** Whether `next` is a later word of the same service than `known`, which takes no revocation back. */
export async function follows(crypto: Crypto, next: SentKeySet, known: KeySet): Promise<boolean> {
  return (
    next.set.iss === known.iss &&
    next.set.version > known.version &&
    known.revoked.every((kid) => next.set.revoked.includes(kid)) &&
    isVouchedFor(crypto, next, known.root)
  );
}

/** The key that may have signed a token with this `kid` at `iat`, if any. */
export function signingKeyOf(set: KeySet, kid: string, iat: number): SigningKey | undefined {
  if (set.revoked.includes(kid)) return undefined;
  const key = set.keys.find((each) => each.kid === kid);
  if (!key || iat < key.notBefore - CLOCK_TOLERANCE) return undefined;
  return key.notAfter === undefined || iat <= key.notAfter + CLOCK_TOLERANCE ? key : undefined;
}

export const isSeconds = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

function toKeySet(payload: JsonObject): KeySet | undefined {
  const { iss, version, iat, exp, root, keys, revoked } = payload;
  if (typeof iss !== 'string' || !isSeconds(version) || version < 1) return undefined;
  if (!isSeconds(iat) || !isSeconds(exp) || exp <= iat) return undefined;
  if (!isPublicKey(root) || !Array.isArray(keys) || !keys.every(isSigningKey)) return undefined;
  if (!Array.isArray(revoked) || !revoked.every((kid) => typeof kid === 'string')) return undefined;
  // A root that signed verdicts as well would make one key of what are kept apart.
  if (hasTwins([root, ...keys].map(({ kid }) => kid))) return undefined;
  return { iss, version, iat, exp, root, keys, revoked };
}

const hasTwins = (values: readonly string[]): boolean => new Set(values).size < values.length;

function isPublicKey(value: unknown): value is PublicKey {
  return isObject(value) && typeof value.kid === 'string' && typeof value.x === 'string';
}

function isSigningKey(value: unknown): value is SigningKey {
  if (!isPublicKey(value)) return false;
  const { notBefore, notAfter } = value as unknown as JsonObject;
  return isSeconds(notBefore) && (notAfter === undefined || (isSeconds(notAfter) && notAfter >= notBefore));
}
