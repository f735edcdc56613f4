import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const [NONCE_BYTES, TAG_BYTES] = [12, 16];

/** Encrypts values for the database: base64 of nonce, tag and AES-256-GCM ciphertext. @param owner the only row it is valid for */
export function seal(secretKey: KeyObject, owner: string, plain: Buffer): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, secretKey, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(owner));
  const content = cipher.update(plain);
  const rest = cipher.final();
  return Buffer.concat([nonce, cipher.getAuthTag(), content, rest]).toString('base64');
}

/** @returns undefined for another secret key, another owner or changed data */
export function unseal(secretKey: KeyObject, owner: string, sealed: string): Buffer | undefined {
  const bytes = Buffer.from(sealed, 'base64');
  if (bytes.length <= NONCE_BYTES + TAG_BYTES) return undefined;
  const [nonce, tag, content] = [
    bytes.subarray(0, NONCE_BYTES),
    bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES),
    bytes.subarray(NONCE_BYTES + TAG_BYTES),
  ];
  const decipher = createDecipheriv(CIPHER, secretKey, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(owner));
  const plain = decipher.setAuthTag(tag).update(content);
  try {
    decipher.final();
  } catch {
    return undefined;
  }
  return plain;
}
