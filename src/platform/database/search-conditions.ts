import type { IndexPart } from './search';
import type { Statement } from './statement-runner';

/** For columns of printable ASCII: compares bytes. */
export function beginsWith(column: string, prefix: string): { condition: Statement; range: IndexPart[] } {
  // The range ends after the prefix's last character (DEL at most). LIKE has wildcards and differs per database.
  const end = prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1);
  return {
    condition: { sql: `SUBSTR(${column}, 1, ?) = ?`, parameters: [prefix.length, prefix] },
    range: [{ column, sql: `${column} >= ? AND ${column} < ?`, parameters: [prefix, end] }],
  };
}

/** For columns of any text: compares bytes. Both databases order text by code points, as UTF-8 does. */
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

/** The first text after all with this prefix; undefined if there is none. */
function behindAll(prefix: string): string | undefined {
  const points = Array.from(prefix, (character) => character.codePointAt(0)!);
  while (points.at(-1) === LAST_CODE_POINT) points.pop();
  const last = points.pop();
  if (last === undefined) return undefined;
  // Skips surrogates.
  return String.fromCodePoint(...points, last === 0xd7ff ? 0xe000 : last + 1);
}

export function textEquals(column: string, text: string): { condition: Statement; equal: Statement } {
  // MySQL's comparison ignores trailing spaces, even in a binary collation.
  return {
    condition: { sql: `HEX(${column}) = ?`, parameters: [hexOf(text)] },
    equal: { sql: `${column} = ?`, parameters: [text] },
  };
}

const hexOf = (text: string): string => Buffer.from(text).toString('hex').toUpperCase();

/** The condition avoids the index; see `walk`. */
export function numberEquals(column: string, number: number): { condition: Statement; equal: Statement } {
  return {
    condition: { sql: `${column} + 0 = ?`, parameters: [number] },
    equal: { sql: `${column} = ?`, parameters: [number] },
  };
}

export function isNull(column: string): { condition: Statement; equal: Statement } {
  return {
    condition: { sql: `${column} + 0 IS NULL`, parameters: [] },
    equal: { sql: `${column} IS NULL`, parameters: [] },
  };
}
