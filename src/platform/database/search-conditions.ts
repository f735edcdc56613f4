import type { IndexPart } from './search';
import type { Statement } from './statement-runner';

/** That a column of printable ASCII begins with a text, byte for byte: as a condition and as a range of its index. */
export function beginsWith(column: string, prefix: string): { condition: Statement; range: IndexPart[] } {
  // What follows the prefix's last character, DEL at most, ends the range. LIKE has wildcards, and other rules on each database.
  const end = prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1);
  return {
    condition: { sql: `SUBSTR(${column}, 1, ?) = ?`, parameters: [prefix.length, prefix] },
    range: [{ column, sql: `${column} >= ? AND ${column} < ?`, parameters: [prefix, end] }],
  };
}

/**
 * That a column of any text begins with a text, byte for byte: as a condition and as a range of its index. Both databases order
 * text by its code points, which is the order of UTF-8.
 */
export function beginsWithText(column: string, prefix: string): { condition: Statement; range: IndexPart[] } {
  const end = behindAll(prefix);
  const range =
    end === undefined
      ? { column, sql: `${column} >= ?`, parameters: [prefix] }
      : { column, sql: `${column} >= ? AND ${column} < ?`, parameters: [prefix, end] };
  return {
    // HEX as in `textEquals`: a prefix may end in spaces.
    condition: { sql: `HEX(SUBSTR(${column}, 1, ?)) = ?`, parameters: [Array.from(prefix).length, hexOf(prefix)] },
    range: [range],
  };
}

const LAST_CODE_POINT = 0x10ffff;

/** The first text behind all that begin with this one; undefined when there is none. */
function behindAll(prefix: string): string | undefined {
  const points = Array.from(prefix, (character) => character.codePointAt(0)!);
  while (points.at(-1) === LAST_CODE_POINT) points.pop();
  const last = points.pop();
  if (last === undefined) return undefined;
  // Halves of characters have no place in UTF-8.
  return String.fromCodePoint(...points, last === 0xd7ff ? 0xe000 : last + 1);
}

/** That a column of text has exactly this value: as a condition, and as its index answers it. */
export function textEquals(column: string, text: string): { condition: Statement; equal: Statement } {
  // HEX because MySQL's own comparison overlooks trailing spaces, even in a binary collation.
  return {
    condition: { sql: `HEX(${column}) = ?`, parameters: [hexOf(text)] },
    equal: { sql: `${column} = ?`, parameters: [text] },
  };
}

const hexOf = (text: string): string => Buffer.from(text).toString('hex').toUpperCase();

/** That a column of integers has this value: as a condition, and as its index answers it. */
export function numberEquals(column: string, number: number): { condition: Statement; equal: Statement } {
  return {
    condition: { sql: `${column} + 0 = ?`, parameters: [number] },
    equal: { sql: `${column} = ?`, parameters: [number] },
  };
}

/** That a column of integers has no value: as a condition, and as its index answers it. */
export function isNull(column: string): { condition: Statement; equal: Statement } {
  return {
    condition: { sql: `${column} + 0 IS NULL`, parameters: [] },
    equal: { sql: `${column} IS NULL`, parameters: [] },
  };
}
