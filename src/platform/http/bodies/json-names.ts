/**
 * Of two fields of one name, `JSON.parse` keeps the second, while others who read the same text (a proxy that judges it, or
 * the person who wrote it) may go by the first. What the parser has kept is counted against what the text names: only where
 * that differs is the text looked through (docs/decisions/009-bodies.md).
 */

/** How many fields a parsed value has, at any depth; it must not be deep. */
export function countNames(value: object): number {
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value as unknown[]) if (isNested(item)) count += countNames(item);
    return count;
  }
  // What JSON makes inherits nothing that this loop would meet.
  for (const name in value) {
    count++;
    const part = (value as Record<string, unknown>)[name];
    if (isNested(part)) count += countNames(part);
  }
  return count;
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** The tokens that say where an object begins and ends, what its fields are called, and what stands between. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:]/gs;

/** The first name that a text, which is valid JSON, gives twice in one object; escapes make no difference. */
export function repeatedName(text: string): string | undefined {
  const objects: Set<string>[] = [];
  let last = '';
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') objects.push(new Set());
    else if (token === '}' || token === ']') objects.pop();
    else if (token === ':') {
      const name = JSON.parse(last) as string;
      const names = objects.at(-1)!;
      if (names.has(name)) return name;
      names.add(name);
    }
    last = token;
  }
  return undefined;
}
