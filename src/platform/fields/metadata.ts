import { isObject } from '../validation/json-object';

/** A vendor's own data on a record: names with plain values, without nesting. The console reads this file too. */
export type Metadata = Readonly<Record<string, string | number | boolean>>;

const NAMES = 50;
const NAME_LENGTH = 64;
const CODES = 64;
/** Names that programs use. */
const CODE = /^[A-Za-z](?:[A-Za-z0-9._-]{0,62}[A-Za-z0-9])?$/;
const TEXT_LENGTH = 500;
const BYTES = 4096;
/** A signed answer contains those of a license key and of its plan, and clients read at most 8192 characters. */
const CODES_BYTES = 2500;
/** Neither control characters nor lone surrogates. */
const TEXT = /^[^\p{Cc}\p{Cs}]*$/u;

const schemaOf = (names: number) => ({
  type: 'object' as const,
  maxProperties: names,
  additionalProperties: {
    oneOf: [{ type: 'string', maxLength: TEXT_LENGTH }, { type: 'number' }, { type: 'boolean' }],
  },
});
export const METADATA_SCHEMA = schemaOf(NAMES);

export const CODES_SCHEMA = schemaOf(CODES);

/** @param areCodes whether programs use the names */
export const metadataRule = (field: string, areCodes = false): string =>
  `${field} must be an object of at most ${areCodes ? CODES : NAMES} names with text, numbers, true or false, such as ${areCodes ? '{"export": true, "projects": 50}' : '{"order": "A-1042"}'}, or {} for none.`;

/** A sentence about the first mistake, if any. @param areCodes whether programs use the names */
export function metadataProblem(field: string, value: unknown, areCodes = false): string | undefined {
  if (!isObject(value)) return metadataRule(field, areCodes);
  const entries = Object.entries(value);
  const most = areCodes ? CODES : NAMES;
  if (entries.length > most) return `${field} can have at most ${most} names.`;
  for (const [name, each] of entries) {
    const problem =
      (areCodes ? codeProblem(field, name) : nameProblem(field, name)) ??
      valueProblem(`The value of "${name}" in ${field}`, each, field);
    if (problem !== undefined) return problem;
  }
  const bytes = new TextEncoder().encode(JSON.stringify(value)).length;
  const limit = areCodes ? CODES_BYTES : BYTES;
  return bytes > limit ? `${field} must be at most ${limit} bytes as JSON; this is ${bytes}.` : undefined;
}

/** Canonical, so that texts can be compared; undefined if empty. */
export function metadataText(metadata: Metadata): string | undefined {
  const names = Object.keys(metadata).toSorted();
  if (names.length === 0) return undefined;
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, metadata[name]])));
}

function nameProblem(field: string, name: string): string | undefined {
  if (name !== '' && isText(name, NAME_LENGTH)) return undefined;
  return `Each name in ${field} must be 1 to ${NAME_LENGTH} characters, without control characters.`;
}

export const isCode = (name: unknown): name is string => typeof name === 'string' && CODE.test(name);

function codeProblem(field: string, name: string): string | undefined {
  if (isCode(name)) return undefined;
  return `Each name in ${field} must be 1 to 64 letters, digits, ".", "_" or "-", beginning with a letter and ending with none of these signs.`;
}

function valueProblem(which: string, value: unknown, field: string): string | undefined {
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
      return `${which} must be text, a number, true or false: ${field} goes one level deep.`;
  }
}

const isText = (text: string, length: number): boolean => Array.from(text).length <= length && TEXT.test(text);
