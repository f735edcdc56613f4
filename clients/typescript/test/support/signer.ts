import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';

/* Signs as the service does, with keys that are known to everybody: for tests alone. */

export const VERDICT = 'keylink-verdict+jwt';
export const LICENSE = 'keylink-license+jwt';
export const KEYS = 'keylink-keys+jwt';

export const base64url = (content: string | Uint8Array): string => Buffer.from(content).toString('base64url');
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** What stands before the 32 bytes of an Ed25519 private key in its DER form (RFC 8410). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** A key pair that is made of its name, always the same. */
export class TestKey {
  readonly x: string;
  readonly kid: string;
  private readonly privateKey: KeyObject;

  constructor(name: string) {
    const seed = createHash('sha256').update(`keylink test key, not secret: ${name}`).digest();
    this.privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' });
    this.x = String(createPublicKey(this.privateKey).export({ format: 'jwk' }).x);
    this.kid = sha256(`{"crv":"Ed25519","kty":"OKP","x":"${this.x}"}`);
  }

  /** Both halves, for another library. */
  get jwk(): { x: string; d: string } {
    return { x: this.x, d: String(this.privateKey.export({ format: 'jwk' }).d) };
  }

  sign(text: string): Buffer {
    return sign(null, Buffer.from(text), this.privateKey);
  }

  /** A compact JWS. `header` and `payload` are objects, or texts that are taken as they are. */
  compact(header: object | string, payload: object | string): string {
    const signed = `${base64url(toText(header))}.${base64url(toText(payload))}`;
    return `${signed}.${base64url(this.sign(signed))}`;
  }

  /** A token for this purpose, as the service makes it. */
  token(typ: string, payload: object | string): string {
    return this.compact(this.header(typ), payload);
  }

  header(typ: string): { alg: string; typ: string; kid: string } {
    return { alg: 'EdDSA', typ, kid: this.kid };
  }
}

export interface KeySetContent {
  readonly iss?: string;
  readonly version: number;
  readonly iat: number;
  readonly exp?: number;
  readonly root: TestKey;
  readonly keys: readonly { readonly key: TestKey; readonly notBefore: number; readonly notAfter?: number }[];
  readonly revoked?: readonly TestKey[];
}

const DAY = 86_400;

export function keySetPayload({ iss = 'keylink', version, iat, exp, root, keys, revoked = [] }: KeySetContent): object {
  return {
    iss,
    version,
    iat,
    exp: exp ?? iat + 400 * DAY,
    root: { kid: root.kid, x: root.x },
    keys: keys.map(({ key: { kid, x }, notBefore, notAfter }) => ({ kid, x, notBefore, notAfter })),
    revoked: revoked.map(({ kid }) => kid),
  };
}

/** A key set in the general JSON serialisation, signed by these. */
export function signKeySet(payload: object | string, signers: readonly TestKey[], typ = KEYS): string {
  const encoded = base64url(toText(payload));
  const signatures = signers.map((signer) => {
    const header = base64url(JSON.stringify(signer.header(typ)));
    return { protected: header, signature: base64url(signer.sign(`${header}.${encoded}`)) };
  });
  return JSON.stringify({ payload: encoded, signatures });
}

const toText = (value: object | string): string => (typeof value === 'string' ? value : JSON.stringify(value));
