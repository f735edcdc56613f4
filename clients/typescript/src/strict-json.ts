export type JsonObject = Record<string, unknown>;

/**
 * Reads a JSON object in which no object names a member twice: of two, one reader takes the first and another the last.
 * @returns undefined for anything else
 */
export function parseJsonObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && countMembers(value) === countColons(text) ? value : undefined;
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

function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce((sum: number, each) => sum + countMembers(each), own);
}
