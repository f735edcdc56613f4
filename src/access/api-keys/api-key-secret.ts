import { hash, randomInt, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const PREFIX = 'kl_';
const SHOWN_LENGTH = 8;

/** `kl_`, 30 random characters (178 bits), 6 of checksum: scanners find leaks, and typos fail without a query. */
export function generateSecret(): string {
  let random = '';
  for (let index = 0; index < RANDOM_LENGTH; index++) random += ALPHABET[randomInt(ALPHABET.length)];
  return PREFIX + random + checksum(random);
}

/** False for text that can't be an API key. Secrets chosen by operators have no checksum. */
export function isPlausibleSecret(secret: string): boolean {
  if (!secret.startsWith(PREFIX) || secret.length !== PREFIX.length + RANDOM_LENGTH + CHECKSUM_LENGTH) {
    return secret.length >= 24 && secret.length <= 191;
  }
  const random = secret.slice(PREFIX.length, -CHECKSUM_LENGTH);
  return secret.endsWith(checksum(random));
}

export function holdsGeneratedSecret(text: string): boolean {
  return /kl_[0-9A-Za-z]{36}/.test(text);
}

/** SHA-256 of the secret, hexadecimal; stored and looked up in its place. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'hex');
}

export function isSameHash(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(a, 'hex'), Buffer.from(b, 'hex'));
}

export function shownPrefix(secret: string): string {
  return secret.slice(0, SHOWN_LENGTH);
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let index = 0; index < CHECKSUM_LENGTH; index++) {
    digits = ALPHABET[rest % ALPHABET.length] + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}
