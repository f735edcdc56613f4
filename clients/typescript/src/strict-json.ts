export type JsonObject = Record<string, unknown>;

/** Objects and lists within each other, as PHP counts them. */
const DEEPEST = 32;
/** Readers differ at half a character, and PHP takes no name that begins with NUL. JSON needs neither of these escapes. */
const ODD_ESCAPE = /\\u(?:0000|d[89a-f])/i;

/**
 * Reads a JSON object that every language reads alike. No object in it names a member twice: of two, one reader takes the first
 * and another the last.
 * @returns undefined for anything else
 */
export function parseJsonObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isPlain = countMembers(value, DEEPEST) === countColons(text) && !ODD_ESCAPE.test(text);
    return isPlain && isObject(value) ? value : undefined;
  } catch {
    // No JSON, or nested deeper than the stack reaches.
    return undefined;
  }
}

/** The same of bytes, which must be UTF-8. */
export function parseJsonBytes(bytes: Uint8Array): JsonObject | undefined {
  try {
    return parseJsonObject(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function hasExactly(object: JsonObject, names: readonly string[]): boolean {
  return Object.keys(object).length === names.length && names.every((name) => Object.hasOwn(object, name));
}

/** Each member that was written has a colon of its own; of those with the same name, only one is left after parsing. */
const countColons = (json: string): number => json.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').split(':').length - 1;

/** @returns NaN when they lie deeper than `room` */
function countMembers(value: unknown, room: number): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (room === 0) return Number.NaN;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce((sum: number, each) => sum + countMembers(each, room - 1), own);
}
