/** What a vendor keeps with a record: names with plain values, one level deep. The console reads this file too. */
export type Metadata = Readonly<Record<string, string | number | boolean>>;

const NAMES = 50;
const NAME_LENGTH = 64;
const TEXT_LENGTH = 500;
const BYTES = 4096;
/** Neither control characters nor lone surrogates. */
const TEXT = /^[^\p{Cc}\p{Cs}]*$/u;

export const METADATA_SCHEMA = {
  type: 'object',
  maxProperties: NAMES,
  additionalProperties: {
    oneOf: [{ type: 'string', maxLength: TEXT_LENGTH }, { type: 'number' }, { type: 'boolean' }],
  },
} as const;

export const metadataRule = (field: string): string =>
  `${field} must be an object of at most ${NAMES} names with text, numbers, true or false, such as {"order": "A-1042"}, or {} for none.`;

/** A sentence about the first mistake; undefined if there is none. */
export function metadataProblem(field: string, value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return metadataRule(field);
  const entries = Object.entries(value);
  if (entries.length > NAMES) return `${field} can have at most ${NAMES} names.`;
  for (const [name, each] of entries) {
    const problem = nameProblem(field, name) ?? valueProblem(`The value of "${name}" in ${field}`, each);
    if (problem !== undefined) return problem;
  }
  const bytes = new TextEncoder().encode(JSON.stringify(value)).length;
  return bytes > BYTES ? `${field} must be at most ${BYTES} bytes as JSON; this is ${bytes}.` : undefined;
}

/** In one form for one meaning, so that texts can be compared; undefined if there is nothing in it. */
export function metadataText(metadata: Metadata): string | undefined {
  const names = Object.keys(metadata).toSorted();
  if (names.length === 0) return undefined;
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, metadata[name]])));
}

function nameProblem(field: string, name: string): string | undefined {
  if (name !== '' && isText(name, NAME_LENGTH)) return undefined;
  return `Each name in ${field} must be 1 to ${NAME_LENGTH} characters, without control characters.`;
}

function valueProblem(which: string, value: unknown): string | undefined {
  switch (typeof value) {
    case 'boolean':
      return undefined;
    case 'number':
      if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return undefined;
      return `${which} must be a number from -${Number.MAX_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}: send it as text.`;
    case 'string':
      if (isText(value, TEXT_LENGTH)) return undefined;
      return `${which} must be text of at most ${TEXT_LENGTH} characters, without control characters.`;
    default:
      return `${which} must be text, a number, true or false: metadata goes one level deep.`;
  }
}

const isText = (text: string, length: number): boolean => Array.from(text).length <= length && TEXT.test(text);
