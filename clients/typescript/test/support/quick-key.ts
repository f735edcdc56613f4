import { createHash } from 'node:crypto';
import type { Crypto } from '../../src/crypto.js';
import { nodeCrypto } from '../../src/node-crypto.js';
import { TestKey } from './signer.js';

/* For simulations alone, in which time is at stake and no attacker: a hash in place of signatures, fifty times as fast. */

const seal = (publicKey: Uint8Array, text: Uint8Array): Buffer =>
  createHash('sha512').update(publicKey).update(text).digest();

export class QuickKey extends TestKey {
  override sign(text: string): Buffer {
    return seal(Buffer.from(this.x, 'base64url'), Buffer.from(text));
  }
}

/** Knows only `QuickKey`s, and takes its random numbers from a seed. */
export function quickCrypto(seed: number): Crypto {
  let state = seed;
  return {
    ...nodeCrypto,
    verify: async (publicKey, message, signature) => seal(publicKey, message).equals(signature),
    randomBytes: (count) => Uint8Array.from({ length: count }, () => (state = (state * 48_271) % 2_147_483_647) & 255),
  };
}
