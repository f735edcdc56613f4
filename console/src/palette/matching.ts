import { fold } from '../../../src/platform/search-index/fold';

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
/** `INV10482` is found by its number too. */
const LETTERS_BEFORE_NUMBER = /^\p{L}+(?=\p{N}{3,}$)/u;
/** Fewer characters find no license key by its beginning or end. */
const LEAST_OF_KEY = 4;

/** A part of a text. */
export interface Part {
  readonly from: number;
  readonly to: number;
}

/** The words of a search as the API compares them: without case and accents. */
export const termsOf = (q: string): string[] => [...new Set(fold(q).match(/[\p{L}\p{N}]+/gu) ?? [])];

/** Where words of a text begin as a search says. */
export function partsFound(text: string, terms: readonly string[]): Part[] {
  return Array.from(text.matchAll(WORD)).flatMap(({ 0: word, index }) => {
    const number = LETTERS_BEFORE_NUMBER.exec(word)?.[0].length ?? 0;
    for (const skipped of new Set([0, number])) {
      const length = Math.max(0, ...terms.map((term) => lengthOfBeginning(word.slice(skipped), term)));
      if (length > 0) return [{ from: index + skipped, to: index + skipped + length }];
    }
    return [];
  });
}

/** How many characters of a word a term stands for; 0 if the word doesn't begin with it. */
function lengthOfBeginning(word: string, term: string): number {
  if (!fold(word).startsWith(term)) return 0;
  let length = 1;
  while (fold(word.slice(0, length)).length < term.length) length++;
  return length;
}

/** The beginning or end of a license key that a search names. */
export function partsOfKey(key: string, q: string): Part[] {
  const folded = key.toLowerCase();
  return q
    .toLowerCase()
    .split(/\s+/)
    .filter((token) => token.length >= LEAST_OF_KEY)
    .flatMap((token) => {
      if (folded.endsWith(token)) return [{ from: key.length - token.length, to: key.length }];
      return folded.startsWith(token) ? [{ from: 0, to: token.length }] : [];
    });
}

/** What surrounds the first part that was found, on one line. */
export function excerptOf(text: string, terms: readonly string[]): string {
  const from = partsFound(text, terms)[0]?.from ?? 0;
  const start = from < 24 ? 0 : text.indexOf(' ', from - 24) + 1 || from;
  const line = text.slice(start, start + 90).replaceAll(/\s+/g, ' ');
  return `${start > 0 ? '…' : ''}${line}${start + 90 < text.length ? '…' : ''}`;
}
