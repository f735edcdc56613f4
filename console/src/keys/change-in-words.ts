import type { KeyChangeDto, LicenseKeyDto } from '../api/schema';
import { counted, grouped } from '../text/numbers';
import { localTime } from '../text/times';
import type { Metadata } from '../../../src/platform/fields/metadata';
import type { Meters } from '../../../src/platform/fields/meters';
import type { FormField } from '../form/described-field';
import { type Field, fieldOf, FIELDS } from './fields';
import { metadataLines } from './metadata-text';
import { metersLines } from './meters-text';

export type FieldValue = string | number | boolean | Metadata | Meters | readonly object[] | undefined;

/** A value of a license key in words, as in "any" or "30 days". */
export const valueInWords = (name: Field['name'], value: FieldValue): string => inWords(fieldOf(name), value);

/** The same of any field. */
export function inWords({ kind, none = 'none', unit, isNeeded }: FormField, value: FieldValue): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (isEmpty(value) && !isNeeded) return none;
  if (typeof value === 'object') return linesOf(kind, value).replaceAll('\n', ', ');
  if (isNeeded || kind === 'text' || kind === 'lines') return String(value);
  if (kind === 'time') return localTime(Number(value));
  if (kind === 'duration') return durationInWords(Number(value));
  return unit === undefined ? grouped(Number(value)) : counted(Number(value), unit);
}

/** What an object holds, a name and its value in each line. */
export const linesOf = (kind: FormField['kind'], value: object): string =>
  kind === 'json'
    ? JSON.stringify(value)
    : kind === 'meters'
      ? metersLines(value as Meters)
      : metadataLines(value as Metadata);

const isEmpty = (value: FieldValue) =>
  value === undefined ||
  (typeof value === 'object' ? Object.keys(value).length === 0 : value === '' || Number(value) === 0);

/** `30 days`, `90 minutes`, `3,601 seconds`. */
function durationInWords(seconds: number): string {
  if (seconds % 86_400 === 0) return counted(seconds / 86_400, 'day');
  if (seconds % 3600 === 0) return counted(seconds / 3600, 'hour');
  return seconds % 60 === 0 ? counted(seconds / 60, 'minute') : counted(seconds, 'second');
}

/** `Disabled: yes, Expires: +30 days`. */
export const changeInWords = (change: KeyChangeDto) =>
  (Object.keys(change) as (keyof KeyChangeDto)[])
    .map((name) => {
      if (name === 'extendDays') return `${fieldOf('expiresAt').label}: ${extensionInWords(change.extendDays!)}`;
      if (name === 'expiresAtIfNone') return `without expiry: ${localTime(Number(change.expiresAtIfNone))}`;
      return `${fieldOf(name).label}: ${valueInWords(name, change[name])}`;
    })
    .join(', ');

const extensionInWords = (days: number) => `${days < 0 ? '' : '+'}${counted(days, 'day')}`;

export interface Difference {
  field: Field['name'];
  name: string;
  before: string;
  after: string;
}

type ComparedKey = Partial<Pick<LicenseKeyDto, Field['shownAs']>>;

/** In what a license key would become another. */
export function differences(before: ComparedKey, after: ComparedKey): Difference[] {
  const isChanged = ({ shownAs }: Field) => JSON.stringify(before[shownAs]) !== JSON.stringify(after[shownAs]);
  return FIELDS.filter(isChanged).map(({ name, shownAs, label }) => ({
    field: name,
    name: label,
    before: valueInWords(name, before[shownAs]),
    after: valueInWords(name, after[shownAs]),
  }));
}
