import { createPublicKey, generateKeyPairSync, hash, type KeyObject, sign, verify } from 'node:crypto';

/** What is signed here, and what nothing else may be taken for. */
export type TokenType = 'keylink-verdict+jwt' | 'keylink-license+jwt' | 'keylink-keys+jwt';

/** The public half of an Ed25519 key, by its thumbprint. */
export interface PublicKey {
  readonly kid: string;
  /** 32 bytes, base64url (RFC 8037). */
  readonly x: string;
}

/** A key that can sign, by the thumbprint of its public half. */
export interface Signer {
  readonly kid: string;
  readonly privateKey: KeyObject;
}

/** The name of an Ed25519 key: its thumbprint (RFC 7638), of the members that RFC 8037 names for it. */
export function thumbprint(x: string): string {
  return sha256(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }));
}

/** The public half of a key, whichever half of it is given. */
export function publicHalf(key: KeyObject): PublicKey {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key;
  const { x } = publicKey.export({ format: 'jwk' }) as { x: string };
  return { kid: thumbprint(x), x };
}

/** A new key, whose name doesn't begin with a dash: on a command line, `signing revoke` would take that for an option. */
export function newKey(): PublicKey & Signer {
  for (;;) {
    const { privateKey } = generateKeyPairSync('ed25519');
    const half = publicHalf(privateKey);
    if (!half.kid.startsWith('-')) return { ...half, privateKey };
  }
}

/** SHA-256 of a text in UTF-8, base64url: how license keys and devices stand in what is signed. */
export function sha256(text: string): string {
  return hash('sha256', text, 'base64url');
}

/** The first part of a token, which is the same for all of one type and key. */
export function protectedHeader(typ: TokenType, kid: string): string {
  return encode({ alg: 'EdDSA', typ, kid });
}

/** A JWS in the compact serialisation (RFC 7515). */
export function signCompact(header: string, payload: object, privateKey: KeyObject): string {
  const input = `${header}.${encode(payload)}`;
  return `${input}.${signInput(input, privateKey)}`;
}

/** A JWS in the general JSON serialisation, signed by each of some keys. */
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

/** Whether one of the signatures of a JWS in the general JSON serialisation is by this key. */
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
