import { createPrivateKey, type KeyObject } from 'node:crypto';
import type { Problem } from '../platform/errors/error-codes';
import { conflict } from '../platform/errors/errors';
import { publicHalf } from './jws';
import { decryptPrivateKey } from './key-encryption';
import type { SigningKey } from './signing-key.entity';

export const WRONG_SECRET_KEY: Problem<'secretKey.unusable'> = {
  code: 'secretKey.unusable',
  message:
    'The secret key is not the one that the signing keys were encrypted with: SECRET_KEY, or the file secret.key beside the embedded database, must be what it was.',
};
export const ROOT_EXPORTED: Problem<'signing.rootExported'> = {
  code: 'signing.rootExported',
  message: 'The private half of the root key was exported: use the command line, with --root-file <file>.',
};
export const ROOT_CHANGED: Problem<'signing.rootChanged'> = {
  code: 'signing.rootChanged',
  message:
    'Somebody else rotated or exported the root key in the meantime; the private half that you got no longer signs anything.',
};
const OTHER_ROOT: Problem<'signing.otherRoot'> = {
  code: 'signing.otherRoot',
  message: 'This is not the private half of the current root key.',
};

/** @param given from an operator. @throws {ApiError} 409 saying how to get the key */
export function rootPrivateKey(
  root: Pick<SigningKey, 'kid' | 'privateKey'>,
  secretKey: KeyObject,
  given?: KeyObject,
): KeyObject {
  if (given) {
    if (publicHalf(given).kid !== root.kid) throw conflict(OTHER_ROOT);
    return given;
  }
  if (root.privateKey === null) throw conflict(ROOT_EXPORTED);
  const privateKey = decryptPrivateKey(secretKey, root.kid, root.privateKey);
  if (!privateKey || publicHalf(privateKey).kid !== root.kid) throw conflict(WRONG_SECRET_KEY);
  return privateKey;
}

/** Errors never repeat the text. @throws {Error} if it is no Ed25519 key */
export function readPrivateKey(pem: string): KeyObject {
  let key: KeyObject | undefined;
  try {
    key = createPrivateKey(pem);
  } catch {
    // The error below doesn't repeat the file's content.
  }
  if (key?.asymmetricKeyType !== 'ed25519') throw new Error('The file holds no Ed25519 private key in PEM (PKCS #8).');
  return key;
}

export function writePrivateKey(key: KeyObject): string {
  return String(key.export({ format: 'pem', type: 'pkcs8' }));
}
