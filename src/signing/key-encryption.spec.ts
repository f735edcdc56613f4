import { createSecretKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { decryptPrivateKey, encryptPrivateKey } from './key-encryption';

const { privateKey } = generateKeyPairSync('ed25519');
const der = privateKey.export({ format: 'der', type: 'pkcs8' });
const secretKey = createSecretKey(randomBytes(32));
const stored = encryptPrivateKey(secretKey, 'kid', privateKey);

it('gives a private key back to who has its secret key and its kid, and to nobody else', () => {
  expect(decryptPrivateKey(secretKey, 'kid', stored)?.export({ format: 'der', type: 'pkcs8' })).toEqual(der);
  expect(decryptPrivateKey(secretKey, 'other', stored)).toBeUndefined();
  expect(decryptPrivateKey(createSecretKey(randomBytes(32)), 'kid', stored)).toBeUndefined();
  expect(decryptPrivateKey(secretKey, 'kid', '')).toBeUndefined();
});

it('notices every changed byte', () => {
  const bytes = Buffer.from(stored, 'base64');
  const read = bytes.map((_, index) => {
    const changed = Buffer.from(bytes);
    changed[index] ^= 1;
    return Number(decryptPrivateKey(secretKey, 'kid', changed.toString('base64')) !== undefined);
  });
  expect(Math.max(...read)).toBe(0);
});

it('stores nothing of the key as it is, and never the same twice', () => {
  expect(Buffer.from(stored, 'base64').includes(der.subarray(16))).toBe(false);
  expect(encryptPrivateKey(secretKey, 'kid', privateKey)).not.toBe(stored);
  expect(stored.length).toBeLessThanOrEqual(191);
});
