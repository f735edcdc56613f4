import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { fromLocalInput, toLocalInput } from '../text/times';
import { type FieldValue, linesOf } from './change-in-words';
import type { FormField } from '../form/described-field';
import { ExpiryInput } from './expiry-input';
import { LeaseInput } from './lease-input';
import { metadataOf } from './metadata-text';
import { metersOf } from './meters-text';

/** What is entered: a flag, or text that `valueOf` reads. */
export type Entry = boolean | string;

/** What a field of a license key holds, as it is entered. */
export function entryOf({ kind, isNeeded }: FormField, value: FieldValue): Entry {
  if (kind === 'flag') return value === true;
  if (value === undefined || (value === 0 && !isNeeded) || value === '') return '';
  if (typeof value === 'object') return linesOf(kind, value);
  return kind === 'time' ? toLocalInput(Number(value)) : String(value);
}

/** What was entered, as the API takes it; what can't be read goes to the API as it is, whose sentence then says why not. */
export function valueOf({ kind, isNeeded }: FormField, entry: Entry): NonNullable<FieldValue> {
  if (typeof entry === 'boolean' || kind === 'text' || kind === 'choice') return entry;
  if (kind === 'lines') return entry.trim();
  if (kind === 'metadata') return metadataOf(entry);
  if (kind === 'meters') return metersOf(entry);
  const text = entry.trim();
  if (text === '') return isNeeded ? '' : 0;
  return kind === 'time' ? (fromLocalInput(text) ?? text) : Number(text);
}

const CHOICES: Readonly<Record<string, string>> = { creation: 'creation', firstCheck: 'first check' };

const choiceInWords = (choice: string): string => CHOICES[choice] ?? choice;

interface FieldInputProps {
  field: FormField;
  entry: Entry;
  onChange: (entry: Entry) => void;
  label?: ReactNode;
  autoFocus?: boolean;
}

export function FieldInput({ field, entry, onChange, autoFocus }: FieldInputProps) {
  const { kind, label, meaning, placeholder } = field;
  if (typeof entry === 'boolean') {
    return (
      <Checkbox
        label={label}
        description={meaning}
        checked={entry}
        autoFocus={autoFocus}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    );
  }
  if (kind === 'lines' || kind === 'metadata' || kind === 'meters') {
    return (
      <Textarea
        label={label}
        description={meaning}
        placeholder={placeholder}
        autosize
        minRows={2}
        maxRows={12}
        value={entry}
        autoFocus={autoFocus}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  if (kind === 'choice') {
    return (
      <NativeSelect
        label={label}
        description={meaning}
        data={(field.choices ?? []).map((value) => ({ value, label: choiceInWords(value) }))}
        value={entry}
        autoFocus={autoFocus}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  const entered = { label, description: meaning, value: entry, onChange, autoFocus };
  if (kind === 'time') return <ExpiryInput {...entered} />;
  if (kind === 'duration') return <LeaseInput {...entered} />;
  return (
    <TextInput
      label={label}
      description={meaning}
      placeholder={placeholder}
      type={kind === 'text' ? 'text' : 'number'}
      min={0}
      value={entry}
      autoFocus={autoFocus}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
