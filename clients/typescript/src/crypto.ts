import { encodeBase64url } from './base64url.js';

/** What is asked of the platform: Node has it in `node:crypto`, browsers in WebCrypto. */
export interface Crypto {
  /** Whether `signature` is the one of `message` by the raw 32 bytes of an Ed25519 public key. */
  verify(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): Promise<boolean>;
  sha256(bytes: Uint8Array): Promise<Uint8Array>;
  randomBytes(count: number): Uint8Array;
}

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

export const sha256 = async (crypto: Crypto, text: string): Promise<string> =>
  encodeBase64url(await crypto.sha256(utf8(text)));

/** The RFC 7638 thumbprint of an Ed25519 public key: its `kid`. */
export const thumbprint = (crypto: Crypto, x: string): Promise<string> =>
  sha256(crypto, `{"crv":"Ed25519","kty":"OKP","x":"${x}"}`);
