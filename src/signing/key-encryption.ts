import { createCipheriv, createDecipheriv, createPrivateKey, type KeyObject, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const [NONCE_BYTES, TAG_BYTES] = [12, 16];

/** Base64 of nonce, tag and AES-256-GCM ciphertext (PKCS #8). Bound to `kid`: it can't be moved to another row. */
export function encryptPrivateKey(secretKey: KeyObject, kid: string, privateKey: KeyObject): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, secretKey, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(kid));
  const content = cipher.update(privateKey.export({ format: 'der', type: 'pkcs8' }));
  const rest = cipher.final();
  return Buffer.concat([nonce, cipher.getAuthTag(), content, rest]).toString('base64');
}

/** @returns undefined for another secret key, another `kid` or changed data */
export function decryptPrivateKey(secretKey: KeyObject, kid: string, stored: string): KeyObject | undefined {
  const bytes = Buffer.from(stored, 'base64');
  if (bytes.length <= NONCE_BYTES + TAG_BYTES) return undefined;
  const [nonce, tag, content] = [
    bytes.subarray(0, NONCE_BYTES),
    bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES),
    bytes.subarray(NONCE_BYTES + TAG_BYTES),
  ];
  const decipher = createDecipheriv(CIPHER, secretKey, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(kid));
  const plain = decipher.setAuthTag(tag).update(content);
  try {
    decipher.final();
  } catch {
    return undefined;
  }
  return createPrivateKey({ key: plain, format: 'der', type: 'pkcs8' });
}
