import { randomInt } from 'node:crypto';

/** Digits and lower-case consonants, one of each set of look-alikes. No vowels, so no accidental words. */
const ALPHABET = '34679bcdfghjkmnpqrstvwxyz';
const LENGTH = 8;

export function randomLinkName(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}
