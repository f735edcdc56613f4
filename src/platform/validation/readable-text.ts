/**
 * What shows nothing, or changes how others show: controls, zero-width and bidirectional characters, line and paragraph separators,
 * halves of a character, and letters that are blank.
 */
export const UNREADABLE = '\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\u115f\\u1160\\u2800\\u3164\\uffa0';

const EACH = new RegExp(`[${UNREADABLE}]`, 'gu');

/** A name without what would let it pass for another, or reorder the line it stands in. */
export function readableName(text: string): string {
  return text.replaceAll(EACH, '').trim();
}

/** A text with its line feeds and tabs, and everything else unreadable as JSON escapes it: what a terminal may be sent. */
export function escapeUnreadable(text: string): string {
  return text.replaceAll(EACH, (character) =>
    character === '\n' || character === '\t' ? character : escapeOf(character),
  );
}

function escapeOf(character: string): string {
  return character.replaceAll(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
