import type { Crypto } from './crypto.js';

/** A view of bytes that no other thread can change, which is all that WebCrypto takes. */
const own = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

/** Browsers have it on pages from https and localhost only; Ed25519 from Chrome 137, Firefox 129 and Safari 17 on. */
export const webCrypto: Crypto = {
  verify: async (publicKey, message, signature) => {
    const { subtle } = globalThis.crypto;
    const key = await subtle.importKey('raw', own(publicKey), { name: 'Ed25519' }, false, ['verify']);
    return subtle.verify({ name: 'Ed25519' }, key, own(signature), own(message));
  },
  sha256: async (bytes) => new Uint8Array(await globalThis.crypto.subtle.digest('SHA-256', own(bytes))),
  randomBytes: (count) => globalThis.crypto.getRandomValues(new Uint8Array(count)),
};
