import { decodeBase64url } from './base64url.js';
import { type Crypto, utf8 } from './crypto.js';
import { hasExactly, isObject, type JsonObject, parseJsonBytes, parseJsonObject } from './strict-json.js';

/** The purposes of keylink's signatures: what is signed for one is worth nothing for another. */
type Purpose = 'keylink-verdict+jwt' | 'keylink-license+jwt' | 'keylink-keys+jwt';

/** One signature over a payload, not verified yet. */
interface Signature {
  readonly kid: string;
  /** What was signed: header and payload as they were sent. */
  readonly signed: Uint8Array;
  readonly signature: Uint8Array;
}

/** A JWS whose form is right. Nothing in it may be believed before one of its signatures was verified. */
export interface Jws {
  readonly payload: JsonObject;
  readonly signatures: readonly Signature[];
}

/** Far more than any verdict or license has. */
const LONGEST_TOKEN = 8192;

/** Takes a compact JWS (RFC 7515) for this one purpose apart; undefined when its form isn't exactly right. */
export function parseCompact(token: string, purpose: Purpose): Jws | undefined {
  const parts = token.split('.');
  if (parts.length !== 3 || token.length > LONGEST_TOKEN) return undefined;
  return toJws(parts[1], [{ protected: parts[0], signature: parts[2] }], purpose);
}

/** The same for the general JSON serialisation, in which key sets come. */
export function parseGeneral(text: string, purpose: Purpose): Jws | undefined {
  const json = parseJsonObject(text);
  if (!json || !hasExactly(json, ['payload', 'signatures']) || !Array.isArray(json.signatures)) return undefined;
  return toJws(json.payload, json.signatures, purpose);
}

/** Whether one of the signatures is by this public key (`x`, base64url), and right. */
export async function isSignedBy(crypto: Crypto, jws: Jws, kid: string, x: string): Promise<boolean> {
  const found = jws.signatures.find((each) => each.kid === kid);
  const publicKey = decodeBase64url(x);
  if (!found || publicKey?.length !== 32) return false;
  try {
    return await crypto.verify(publicKey, found.signed, found.signature);
  } catch {
    // Some platforms throw at a key that is no point of the curve, where others say that nothing is signed by it.
    return false;
  }
}

function toJws(payload: unknown, signatures: readonly unknown[], purpose: Purpose): Jws | undefined {
  if (typeof payload !== 'string') return undefined;
  const bytes = decodeBase64url(payload);
  const content = bytes && parseJsonBytes(bytes);
  const read = signatures.map((each) => readSignature(each, payload, purpose));
  const valid = read.filter((each) => each !== undefined);
  return content && valid.length > 0 && valid.length === read.length
    ? { payload: content, signatures: valid }
    : undefined;
}

function readSignature(value: unknown, payload: string, purpose: Purpose): Signature | undefined {
  if (!isObject(value) || !hasExactly(value, ['protected', 'signature'])) return undefined;
  const { protected: header, signature } = value;
  if (typeof header !== 'string' || typeof signature !== 'string') return undefined;
  const kid = readHeader(header, purpose);
  const bytes = decodeBase64url(signature);
  if (kid === undefined || bytes?.length !== 64) return undefined;
  return { kid, signed: utf8(`${header}.${payload}`), signature: bytes };
}

/** Exactly these three members: anything more (crit, jwk, b64, ...) could ask for another reading of the rest. */
function readHeader(encoded: string, purpose: Purpose): string | undefined {
  const bytes = decodeBase64url(encoded);
  const header = bytes && parseJsonBytes(bytes);
  if (!header || !hasExactly(header, ['alg', 'typ', 'kid'])) return undefined;
  return header.alg === 'EdDSA' && header.typ === purpose && typeof header.kid === 'string' ? header.kid : undefined;
}
