import { type Crypto } from './crypto.js';
import { isSignedBy, parseCompact } from './jws.js';
import { isSeconds, type KeySet, signingKeyOf } from './key-set.js';
import { isObject, type JsonObject } from './strict-json.js';

/** For what a token must be: hashes in base64url. */
export interface Binding {
  /** SHA-256 of the license key as it was sent. */
  readonly key: string;
  readonly product: number;
  /** SHA-256 of the device's name; absent when none is sent. */
  readonly device?: string;
  /** The version of the program; absent when none is sent. */
  readonly version?: string;
}

/** What a license key contains. */
export type Entitlements = Readonly<Record<string, string | number | boolean>>;

/** What the service said to a check; times in seconds since 1970. */
export interface Verdict {
  readonly kind: 'verdict';
  readonly iss: string;
  readonly iat: number;
  /** How long a pass may be relied on without asking again. */
  readonly exp: number;
  readonly nonce: string;
  readonly status: string;
  readonly pass: boolean;
  readonly key: string;
  /** Absent in refusals of license keys that don't exist. */
  readonly product?: number;
  readonly device?: string;
  /** When the lease of the device's seat ends; milliseconds since 1970. */
  readonly leaseUntil?: number;
  /** Until when an expired license key passes; milliseconds since 1970. */
  readonly graceUntil?: number;
  /** If the check asked. */
  readonly entitlements?: Entitlements;
  /** The version that was judged, if the check named one. */
  readonly version?: unknown;
  /** With UPDATE NOT COVERED: the newest version that is covered. */
  readonly newestCovered?: string;
}

/** A promise for a time without the service; times in seconds since 1970. */
export interface License {
  readonly kind: 'license';
  readonly iss: string;
  readonly iat: number;
  readonly exp: number;
  readonly jti: string;
  readonly key: string;
  readonly product: number;
  /** Absent when it is for any device. */
  readonly device?: string;
  /** Of the request code that it answers. */
  readonly nonce?: string;
  /** Absent when the license key contains none. */
  readonly entitlements?: Entitlements;
}

export type Token = Verdict | License;

/** Why a token isn't believed. `unknown-key` may mean that the key sets have moved on. */
export type TokenFault = 'malformed' | 'unknown-key' | 'signature' | 'issuer';

/** Verifies form and signature of a verdict or license. Whom it is for, and whether it still holds, is not judged here. */
export async function readToken(crypto: Crypto, set: KeySet, text: string): Promise<Token | TokenFault> {
  const verdict = parseCompact(text, 'keylink-verdict+jwt');
  const jws = verdict ?? parseCompact(text, 'keylink-license+jwt');
  if (!jws) return 'malformed';
  const token = verdict ? toVerdict(jws.payload) : toLicense(jws.payload);
  if (!token) return 'malformed';
  const { kid } = jws.signatures[0];
  const key = signingKeyOf(set, kid, token.iat);
  if (!key) return 'unknown-key';
  if (!(await isSignedBy(crypto, jws, kid, key.x))) return 'signature';
  return token.iss === set.iss ? token : 'issuer';
}

/** Whether a token is for this license key, product, device and version. A license is for any version, and may be for any device. */
export function isFor(token: Token, { key, product, device, version }: Binding): boolean {
  if (token.key !== key) return false;
  if (version !== undefined && token.kind === 'verdict' && token.version !== version) return false;
  const anyProduct = token.product === undefined && token.kind === 'verdict' && !token.pass;
  const anyDevice = token.device === undefined && token.kind === 'license';
  return (anyProduct || token.product === product) && (anyDevice || token.device === device);
}

function toVerdict(payload: JsonObject): Verdict | undefined {
  const { status, pass, nonce, product, leaseUntil, graceUntil, version, newestCovered } = payload;
  const common = toCommon(payload);
  if (!common || typeof status !== 'string' || typeof nonce !== 'string') return undefined;
  if (typeof pass !== 'boolean' || pass !== (status === 'AUTHORISED')) return undefined;
  if (product === undefined ? pass : !isProduct(product)) return undefined;
  if (leaseUntil !== undefined && !isSeconds(leaseUntil)) return undefined;
  return {
    kind: 'verdict',
    ...common,
    status,
    pass,
    nonce,
    product: product as number | undefined,
    leaseUntil,
    version,
    graceUntil: isSeconds(graceUntil) ? graceUntil : undefined,
    newestCovered: typeof newestCovered === 'string' ? newestCovered : undefined,
  };
}

function toLicense(payload: JsonObject): License | undefined {
  const { jti, product, nonce } = payload;
  const common = toCommon(payload);
  if (!common || typeof jti !== 'string' || !isProduct(product)) return undefined;
  if (nonce !== undefined && typeof nonce !== 'string') return undefined;
  return { kind: 'license', ...common, jti, product, nonce };
}

function toCommon({ iss, iat, exp, key, device, expiresAt, entitlements }: JsonObject) {
  if (typeof iss !== 'string' || typeof key !== 'string') return undefined;
  if (!isSeconds(iat) || !isSeconds(exp) || exp < iat) return undefined;
  if (device !== undefined && typeof device !== 'string') return undefined;
  if (expiresAt !== undefined && !isSeconds(expiresAt)) return undefined;
  return { iss, iat, exp, key, device, entitlements: toEntitlements(entitlements) };
}

/** What isn't plain is from a later service, and left out. */
function toEntitlements(value: unknown): Entitlements | undefined {
  if (!isObject(value)) return undefined;
  return Object.fromEntries(Object.entries(value).filter(isPlain));
}

const isPlain = (entry: [string, unknown]): entry is [string, string | number | boolean] =>
  ['string', 'boolean'].includes(typeof entry[1]) || Number.isFinite(entry[1]);

const isProduct = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
