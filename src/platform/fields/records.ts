import { canonicalRange } from '../addresses/address';
import { canonicalTags } from './formats';
import { type Metadata, metadataText } from './metadata';
import { type Meters, metersText } from './meters';
import {
  type Field,
  type Fields,
  fieldsIn,
  type NamesIn,
  sentName,
  type SentValues,
  type ShownValues,
  type StoredValues,
  type Use,
  type Value,
} from './field';

type Stored = Value | null;
type Values = Readonly<Record<string, Stored | undefined>>;
type Sent = Readonly<Record<string, Stored | Metadata | Meters | object | undefined>>;

export const selectOf = (fields: Fields): string =>
  ['id', ...Object.keys(fields).map((name) => `\`${name}\``)].join(', ');

/** Both databases return flags as 0 and 1. */
export function recordReader<Fs extends Fields>(
  fields: Fs,
): (row: readonly unknown[]) => StoredValues<Fs> & { id: number } {
  const entries = Object.entries(fields).map(([name, { type, none }], index) => ({
    name,
    isFlag: type === 'flag',
    off: none ? null : false,
    at: index + 1,
  }));
  return (row) => {
    const record: Record<string, unknown> = { id: row[0] };
    for (const { name, isFlag, off, at } of entries) record[name] = isFlag ? row[at] === 1 || off : row[at];
    return record as StoredValues<Fs> & { id: number };
  };
}

export function rowOf(fields: Fields, record: object): Record<string, string | number | null> {
  const values = record as Values;
  const row: Record<string, string | number | null> = {};
  for (const name of Object.keys(fields)) row[name] = toColumn(values[name] ?? null);
  return row;
}

export const toColumn = (value: Stored): string | number | null => (typeof value === 'boolean' ? Number(value) : value);

/** With defaults for what the request leaves out. */
export function newValues<Fs extends Fields, U extends 'create' | 'import'>(
  fields: Fs,
  use: U,
  sent: SentValues<Fs, U>,
): Pick<StoredValues<Fs>, NamesIn<Fs, U>> {
  const values = sent as Sent;
  const stored: Record<string, Stored> = {};
  for (const [name, field] of fieldsIn(fields, use)) {
    stored[name] = toStored(field, values[sentName(name, field)] ?? field.default ?? null);
  }
  return stored as Pick<StoredValues<Fs>, NamesIn<Fs, U>>;
}

/** Without fields that the request leaves out. */
export function givenValues<Fs extends Fields, U extends 'create' | 'update'>(
  fields: Fs,
  use: U,
  sent: SentValues<Fs, U>,
): Partial<Pick<StoredValues<Fs>, NamesIn<Fs, U>>> {
  return Object.fromEntries(storedGiven(fields, use, sent)) as Partial<Pick<StoredValues<Fs>, NamesIn<Fs, U>>>;
}

/** Keeps a creation's meaning the same for versions with further fields. */
export const withoutNone = (values: object): object =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

export function filteredValues<Fs extends Fields>(
  fields: Fs,
  filter: SentValues<Fs, 'filter'>,
): [column: string, value: string | number | null][] {
  return storedGiven(fields, 'filter', filter).map(([name, value]) => [name, toColumn(value)]);
}

function storedGiven(fields: Fields, use: Use, sent: object): [name: string, value: Stored][] {
  const values = sent as Sent;
  return fieldsIn(fields, use).flatMap(([name, field]): [string, Stored][] => {
    const value = values[sentName(name, field)];
    return value === undefined ? [] : [[name, toStored(field, value)]];
  });
}

/** 0, the empty text, false, {} and [] mean no value, if the field allows it. */
function toStored(field: Field, value: Stored | Metadata | Meters | object): Stored {
  const { type, none, hasLines, format } = field;
  if (typeof value === 'object') return value === null ? null : (objectText(field, value) ?? null);
  if (type === 'range') return canonicalRange(String(value)) ?? '';
  if (none && (value === 0 || value === '' || value === false)) return null;
  if (format === 'tags' && value !== null) return canonicalTags(String(value));
  return hasLines ? String(value).replaceAll('\r\n', '\n') : value;
}

const objectText = ({ type, shape }: Field, value: Metadata | Meters | object): string | undefined =>
  shape ? shape.text(value) : type === 'meters' ? metersText(value as Meters) : metadataText(value as Metadata);

/** The searched fields of a record, and its texts in them. */
export function searchedFields<Fs extends Fields>(
  fields: Fs,
): { names: (keyof Fs & string)[]; textsOf: (record: Partial<StoredValues<Fs>>) => string[] } {
  const names = Object.keys(fields).filter((name) => fields[name].isSearched);
  const textsOf = (record: object): string[] =>
    names.flatMap((name) => {
      const value = (record as Values)[name] ?? '';
      if (fields[name].type !== 'metadata' || value === '') return [String(value)];
      return Object.values(JSON.parse(String(value)) as Metadata).map(String);
    });
  return { names, textsOf };
}

/** Omits missing values: lists contain thousands of these. */
export function recordShower<Fs extends Fields>(
  fields: Fs,
): (record: StoredValues<Fs> & { id: number }) => { id: number } & ShownValues<Fs> {
  const entries = Object.entries(fields).map(([name, { type }]) => ({ name, type }));
  return (record) => {
    const shown: Record<string, unknown> = { id: record.id };
    for (const { name, type } of entries) {
      const value = toShown(type, record[name]);
      if (value !== undefined) shown[name] = value;
    }
    return shown as { id: number } & ShownValues<Fs>;
  };
}

function toShown(type: Field['type'], value: Stored): unknown {
  if (value === null) return undefined;
  if (type === 'timeText') return String(value);
  return type === 'metadata' || type === 'meters' || type === 'json' ? JSON.parse(String(value)) : value;
}
