import { createSecretKey, type KeyObject } from 'node:crypto';
import { isGuessable } from './guessable-secret';

const BYTES = 32;

/**
 * Reads 32 bytes in base64, in the one spelling that they have. The text itself never stands in an error.
 * @throws {Error} saying what is wrong
 */
export function parseSecretKey(text: string): KeyObject {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== BYTES || bytes.toString('base64') !== text) {
    throw new Error('must be 32 bytes in base64, such as the command "openssl rand -base64 32" prints.');
  }
  if (isGuessable(text)) {
    throw new Error('could be guessed; use a random one, such as the command "openssl rand -base64 32" prints.');
  }
  return createSecretKey(bytes);
}
