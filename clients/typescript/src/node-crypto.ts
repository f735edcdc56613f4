import { createHash, createPublicKey, randomBytes, verify } from 'node:crypto';
import type { Crypto } from './crypto.js';

/** What stands before the 32 bytes of an Ed25519 public key in its DER form (RFC 8410). */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/** Not WebCrypto: on Node 18 to 22 it warns, on each start of a program, that its Ed25519 is an experiment (decision 080). */
export const nodeCrypto: Crypto = {
  verify: async (publicKey, message, signature) => {
    const key = createPublicKey({ key: Buffer.concat([SPKI_PREFIX, publicKey]), format: 'der', type: 'spki' });
    return verify(null, message, key, signature);
  },
  sha256: async (bytes) => createHash('sha256').update(bytes).digest(),
  randomBytes: (count) => randomBytes(count),
};
