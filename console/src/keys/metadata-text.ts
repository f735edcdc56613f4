import type { Metadata } from '../../../src/platform/fields/metadata';

/** As in `{"order": "A-1042", "paid": true}`: a text that would be read as something else stands in quotes. */
const toText = (value: Metadata[string]) =>
  typeof value === 'string' && (valueOf(value) !== value || value !== value.trim())
    ? JSON.stringify(value)
    : String(value);

const QUOTED = /^("(?:[^"\\]|\\.)*")\s*=/;

/** In quotes where it would be read as another name. */
const toName = (name: string) =>
  name.includes('=') || name.startsWith('"') || name !== name.trim() ? JSON.stringify(name) : name;

/** Metadata as it is typed, a name and its value in each line: `order = A-1042`. */
export const metadataLines = (metadata: Metadata): string =>
  Object.entries(metadata)
    .map(([name, value]) => `${toName(name)} = ${toText(value)}`)
    .join('\n');

/** Inverse of `metadataLines`. A line without a value goes to the API with none, whose sentence then says why not. */
export function metadataOf(lines: string): Metadata {
  const filled = lines.split('\n').filter((line) => line.trim() !== '');
  return Object.fromEntries(filled.map((line) => entryOf(line.trim())));
}

function entryOf(line: string): [name: string, value: Metadata[string]] {
  const quoted = QUOTED.exec(line);
  const at = quoted ? quoted[0].length - 1 : line.indexOf('=');
  if (at < 0) return [line, ''];
  const name = quoted ? valueOf(quoted[1]) : line.slice(0, at).trim();
  return [String(name), valueOf(line.slice(at + 1).trim())];
}

function valueOf(text: string): Metadata[string] {
  if (text === 'true' || text === 'false') return text === 'true';
  const number = Number(text);
  if (text !== '' && String(number) === text && Number.isFinite(number)) return number;
  if (!/^"[^]*"$/.test(text)) return text;
  try {
    return JSON.parse(text) as string;
  } catch {
    return text;
  }
}
