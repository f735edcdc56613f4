import { createPublicKey, generateKeyPairSync, hash, type KeyObject, sign, verify } from 'node:crypto';

/** Of an Ed25519 key; its SPKI ends with them. */
const KEY_BYTES = 32;

/** The `typ` header. It keeps one kind of token from passing for another. */
export type TokenType = 'keylink-verdict+jwt' | 'keylink-license+jwt' | 'keylink-keys+jwt' | 'keylink-backup+jwt';

/** The public half of an Ed25519 key. `kid` is its thumbprint. */
export interface PublicKey {
  readonly kid: string;
  readonly x: string;
}

export interface Signer {
  readonly kid: string;
  readonly privateKey: KeyObject;
}

/** RFC 7638 thumbprint of an Ed25519 key, with the fields of RFC 8037. */
export function thumbprint(x: string): string {
  return sha256(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }));
}

/** Not `export({ format: 'jwk' })`: if garbage collection runs meanwhile, Node hangs forever with a newly generated key. */
export function publicHalf(key: KeyObject): PublicKey {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key;
  const x = publicKey.export({ format: 'der', type: 'spki' }).subarray(-KEY_BYTES).toString('base64url');
  return { kid: thumbprint(x), x };
}

/** Avoids a leading dash: `signing revoke` would read it as an option. */
export function newKey(): PublicKey & Signer {
  for (;;) {
    const { privateKey } = generateKeyPairSync('ed25519');
    const half = publicHalf(privateKey);
    if (!half.kid.startsWith('-')) return { ...half, privateKey };
  }
}

export function sha256(text: string): string {
  return hash('sha256', text, 'base64url');
}

export function protectedHeader(typ: TokenType, kid: string): string {
  return encode({ alg: 'EdDSA', typ, kid });
}

/** JWS in compact serialization (RFC 7515). */
export function signCompact(header: string, payload: object, privateKey: KeyObject): string {
  const input = `${header}.${encode(payload)}`;
  return `${input}.${signInput(input, privateKey)}`;
}

/** JWS in general JSON serialization (RFC 7515), with one signature per key. */
export function signGeneral(typ: TokenType, payload: object, signers: readonly Signer[]): string {
  const encoded = encode(payload);
  const signatures = signers.map(({ kid, privateKey }) => {
    const header = protectedHeader(typ, kid);
    return { protected: header, signature: signInput(`${header}.${encoded}`, privateKey) };
  });
  return JSON.stringify({ payload: encoded, signatures });
}

function signInput(input: string, privateKey: KeyObject): string {
  return sign(null, Buffer.from(input, 'latin1'), privateKey).toString('base64url');
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

export function isSignedBy(jws: string, typ: TokenType, { kid, x }: PublicKey): boolean {
  const { payload, signatures } = JSON.parse(jws) as { payload: string; signatures: GeneralSignature[] };
  const header = protectedHeader(typ, kid);
  const found = signatures.find((each) => each.protected === header);
  if (!found || thumbprint(x) !== kid) return false;
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return verify(null, Buffer.from(`${header}.${payload}`, 'latin1'), key, Buffer.from(found.signature, 'base64url'));
}

interface GeneralSignature {
  readonly protected: string;
  readonly signature: string;
}
