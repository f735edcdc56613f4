/** Headers as they are typed, a name and its value in each line: `Authorization: Bearer 7fK2`. */
export const headerLines = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

/** Inverse of `headerLines`. A line without a value goes to the API with none, whose sentence then says why not. */
export function headersOf(lines: string): Record<string, string> {
  const filled = lines.split('\n').filter((line) => line.trim() !== '');
  return Object.fromEntries(
    filled.map((line) => {
      const at = line.indexOf(':');
      return at < 0 ? [line.trim(), ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    }),
  );
}
