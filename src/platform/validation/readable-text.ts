/** Invisible characters, or ones that change how others show. */
export const UNREADABLE = '\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\u115f\\u1160\\u2800\\u3164\\uffa0';

const EACH = new RegExp(`[${UNREADABLE}]`, 'gu');

/** What at least one character of a text has to be: seen. */
export const READABLE = `[^\\s${UNREADABLE}]`;

/** Not only what nobody sees; no control characters, no lone surrogates. */
const LINE = new RegExp(`^(?=.*${READABLE})[^\\p{Cc}\\p{Cs}]+$`, 'u');

/** Whether a text says something on one line. @param most characters */
export const isLine = (text: string, most: number): boolean => Array.from(text).length <= most && LINE.test(text);

/** Removes what could make a name look like another or reorder its line. */
export function readableName(text: string): string {
  return text.replaceAll(EACH, '').trim();
}

/** Makes a text safe for terminals: keeps line feeds and tabs, escapes the rest as JSON does. */
export function escapeUnreadable(text: string): string {
  return text.replaceAll(EACH, (character) =>
    character === '\n' || character === '\t' ? character : escapeOf(character),
  );
}

function escapeOf(character: string): string {
  return character.replaceAll(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
