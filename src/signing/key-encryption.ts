import { createPrivateKey, type KeyObject } from 'node:crypto';
import { seal, unseal } from './sealing';

/** The private key (PKCS #8), sealed. Bound to `kid`: it can't be moved to another row. */
export const encryptPrivateKey = (secretKey: KeyObject, kid: string, privateKey: KeyObject): string =>
  seal(secretKey, kid, privateKey.export({ format: 'der', type: 'pkcs8' }));

/** @returns undefined for another secret key, another `kid` or changed data */
export function decryptPrivateKey(secretKey: KeyObject, kid: string, stored: string): KeyObject | undefined {
  const key = unseal(secretKey, kid, stored);
  return key && createPrivateKey({ key, format: 'der', type: 'pkcs8' });
}
