import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Field, fieldsIn, type Fields, sentName } from '../platform/fields/field';

type NamedUse = 'create' | 'update' | 'filter';

/** Adds an option for each field of such a request. */
export function withFields(command: Command, fields: Fields, use: NamedUse, except: string[] = []): Command {
  for (const [name, field] of fieldsIn(fields, use)) {
    if (!except.includes(name)) command.addOption(optionOf(sentName(name, field), field, use));
  }
  return command;
}

function optionOf(name: string, field: Field, use: NamedUse): Option {
  const [value, parse] = VALUES[field.type] ?? ['text'];
  const option = new Option(`--${name} <${value}>`, inHelp(field.docs[use] ?? ''));
  if (parse) option.argParser(parse);
  return option.makeOptionMandatory(use === 'create' && field.none === undefined && field.default === undefined);
}

/** In the style of help texts: no initial capitals, no final period. */
const inHelp = (doc: string): string =>
  doc
    .replaceAll('`', '')
    .replace(/\.$/, '')
    .split('. ')
    .map((sentence) => sentence[0].toLowerCase() + sentence.slice(1))
    .join('; ');

/** Placeholder and parser of values other than text. The field's rule reports what can't be parsed. */
const VALUES: Readonly<Record<string, readonly [called: string, parse?: (text: string) => unknown]>> = {
  metadata: ['json', parseObject],
  meters: ['json', parseObject],
  json: ['json', parseObject],
  integer: ['number', (text) => (/^\d{1,15}$/.test(text) ? Number(text) : text)],
  // The rule takes dates as text, and milliseconds and 0 as numbers alone.
  time: ['time', (text) => (/^\d{1,15}$/.test(text) ? Number(text) : text)],
  flag: ['true|false', (text) => (text === 'true' || text === 'false' ? text === 'true' : text)],
};

function parseObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Left to the field's rule.
  }
  throw new InvalidArgumentError('Use a JSON object, such as {"order": "A-1042"}.');
}
