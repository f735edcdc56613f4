import { randomInt } from 'node:crypto';

/**
 * Digits and lower-case consonants. Of those that are taken for one another in some typeface or case (0 and o; 1, i
 * and l; 2 and z; 5 and s; 8 and b) there is one at most, and without vowels no word comes about by chance.
 */
const ALPHABET = '34679bcdfghjkmnpqrstvwxyz';
const LENGTH = 8;

/** A name for a link that was given none: one of 25^8, about 150 thousand million. */
export function randomLinkName(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}
