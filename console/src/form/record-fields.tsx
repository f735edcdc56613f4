import { type Field, type Fields, fieldsIn } from '../../../src/platform/fields/field';
import type { FieldValue } from '../keys/change-in-words';
import { type Entry, entryOf, FieldInput, valueOf } from '../keys/field-input';
import { type FormField, toFormField } from './described-field';

/** A field of a customer or a product, as its form shows it. */
interface RecordField extends FormField {
  name: string;
}

/** What is typed, by the names of fields. */
export type Entries = Record<string, string>;

/** All fields that may be changed, in their order. */
export const recordFields = (fields: Fields): RecordField[] =>
  fieldsIn(fields, 'update').map(([name, field]: [string, Field]) => ({ ...toFormField(field), name }));

/** A record as its form shows it; nothing known: an empty form. */
export const entriesOf = (fields: readonly RecordField[], record: object = {}): Entries =>
  Object.fromEntries(
    fields.map((field) => {
      const value = (record as Record<string, FieldValue>)[field.name];
      if (value === undefined && field.kind === 'choice') return [field.name, field.choices?.[0] ?? ''];
      return [field.name, String(entryOf(field, value))];
    }),
  );

/** What differs from the record, as the API takes it. */
export function changesIn(fields: readonly RecordField[], entries: Entries, before: Entries): object {
  const changed = fields.filter(({ name }) => entries[name] !== before[name]);
  return Object.fromEntries(changed.map((field) => [field.name, valueOf(field, trimmed(entered(field, entries)))]));
}

/** Flags are kept as text, too. */
const entered = ({ kind, name }: RecordField, entries: Entries): Entry =>
  kind === 'flag' ? entries[name] === 'true' : entries[name];

const trimmed = (entry: Entry): Entry => (typeof entry === 'string' ? entry.trim() : entry);

interface RecordInputsProps {
  fields: readonly RecordField[];
  entries: Entries;
  onChange: (entries: Entries) => void;
}

export function RecordInputs({ fields, entries, onChange }: RecordInputsProps) {
  return fields.map((field) => (
    <FieldInput
      key={field.name}
      field={field}
      entry={entered(field, entries)}
      onChange={(entry) => onChange({ ...entries, [field.name]: String(entry) })}
    />
  ));
}
