import { createSecretKey, type KeyObject } from 'node:crypto';

const BYTES = 32;

/** Reads 32 bytes in canonical base64. Errors never repeat the text. @throws {Error} naming the problem */
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

/** Estimates whether a secret is repetitive, all digits or words. It accepts anything with 128 random bits. */
export function isGuessable(secret: string): boolean {
  const pieces = new Set(Array.from(secret, (_, index) => secret.slice(index, index + 3)));
  const isRepetition = pieces.size - 2 <= secret.length / 2;
  return isRepetition || /^\d+$|[a-z]{20}|[A-Z]{20}/.test(secret.replaceAll(/[^0-9A-Za-z]/g, ''));
}
