/** Repeated fields are refused: `JSON.parse` keeps the last one, a proxy maybe the first (decision 009). */

/** Counts fields at any depth. Recursive, so the value must not be deep. */
export function countNames(value: object): number {
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value as unknown[]) if (isNested(item)) count += countNames(item);
    return count;
  }
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

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:]/gs;

/** The first name that valid JSON text gives twice in one object, however it is escaped. */
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
