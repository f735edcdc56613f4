import { addressesIn, sortableAddress } from '../addresses/address';
import { fold } from './fold';

/** Longer words are cut. */
const LONGEST_WORD = 64;
/** UTF-16 units outside a-z and 0-9 become this many letters from A to P. */
const LETTERS_A_UNIT = 4;
/** Longest word as it is stored. */
export const STORED_LENGTH = LONGEST_WORD * LETTERS_A_UNIT;

/** Text between spaces; UUIDs are recognized as a whole. */
const TOKEN = /\S+/gu;
/** Stored unchanged. */
const PLAIN = /^[0-9a-z]*$/;
const WORD = /[\p{L}\p{N}]+/gu;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** `INV10482` is also found by its number. */
const NUMBERED = /^\p{L}+(\p{N}{3,})$/u;

/** The words of a record's texts: without case and accents, in stored form. An address is an additional word, so that it is found exactly. */
export function wordsOf(texts: Iterable<string | null | undefined>): Set<string> {
  const words = new Set<string>();
  for (const text of texts) {
    for (const [token] of fold(text ?? '').matchAll(TOKEN)) {
      for (const word of split(token)) words.add(encode(word));
      for (const address of addressesIn(token)) words.add(sortableAddress(address));
    }
  }
  return words;
}

/** The words of one token of a search, in stored form. */
export function wordsOfToken(token: string): string[] {
  return [...new Set(split(fold(token), false).map(encode))];
}

/** @param hasNumbers whether a number at a word's end is a word too */
function split(token: string, hasNumbers = true): string[] {
  if (UUID.test(token)) return [token.replaceAll('-', '')];
  return Array.from(token.matchAll(WORD), ([word]) => word).flatMap((word) => {
    const number = hasNumbers ? NUMBERED.exec(word)?.[1] : undefined;
    return number === undefined ? [word] : [word, number];
  });
}

/** ASCII encoding that preserves prefixes. */
function encode(word: string): string {
  const counted = word.slice(0, LONGEST_WORD);
  if (PLAIN.test(counted)) return counted;
  let stored = '';
  for (const unit of counted) {
    if (/[0-9a-z]/.test(unit)) stored += unit;
    else for (let index = 0; index < unit.length; index++) stored += lettersOf(unit.charCodeAt(index));
  }
  return stored;
}

function lettersOf(unit: number): string {
  let letters = '';
  for (let shift = 12; shift >= 0; shift -= 4) letters += String.fromCharCode(65 + ((unit >> shift) & 15));
  return letters;
}
