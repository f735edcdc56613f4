import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Field, fieldsIn, type Fields, sentName } from '../platform/fields/field';

type NamedUse = 'create' | 'update' | 'filter';

/** Adds an option for each field that such a request may name. */
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

/** As help is written: no capitals at the beginning, no full stop at the end. */
const inHelp = (doc: string): string =>
  doc
    .replaceAll('`', '')
    .replace(/\.$/, '')
    .split('. ')
    .map((sentence) => sentence[0].toLowerCase() + sentence.slice(1))
    .join('; ');

/** How a value is called and read, where it is no text. What can't be read is left to the rule of the field. */
const VALUES: Readonly<Record<string, readonly [called: string, parse?: (text: string) => unknown]>> = {
  metadata: ['json', parseObject],
  meters: ['json', parseObject],
  json: ['json', parseObject],
  integer: ['number', (text) => (/^\d{1,15}$/.test(text) ? Number(text) : text)],
  flag: ['true|false', (text) => (text === 'true' || text === 'false' ? text === 'true' : text)],
};

function parseObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // As for any other value.
  }
  throw new InvalidArgumentError('Use a JSON object, such as {"order": "A-1042"}.');
}
