import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Field, type Fields, namesIn } from '../platform/fields/field';

/** Adds an option for each field that such a request may name. */
export function withFields(command: Command, fields: Fields, use: 'create' | 'update', except: string[] = []): Command {
  for (const name of namesIn(fields, use)) {
    if (!except.includes(name)) command.addOption(optionOf(name, fields[name], use));
  }
  return command;
}

function optionOf(name: string, field: Field, use: 'create' | 'update'): Option {
  const isMetadata = field.type === 'metadata';
  const option = new Option(`--${name} <${isMetadata ? 'json' : 'text'}>`, inHelp(field.docs[use] ?? ''));
  if (isMetadata) option.argParser(parseObject);
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

function parseObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // As for any other value.
  }
  throw new InvalidArgumentError('Use a JSON object, such as {"order": "A-1042"}.');
}
