import type { KeyChangeDto, LicenseKeyDto } from '../api/schema';
import { counted } from '../text/numbers';
import { localTime } from '../text/times';

const NAMES: Record<keyof KeyChangeDto, string> = {
  disabled: 'Disabled',
  status: 'Active',
  locked: 'Node lock',
  ip: 'Address',
  expiresAt: 'Expires',
  extendDays: 'Expires',
  seats: 'Seats',
  leaseSeconds: 'Lease',
};

export type FieldValue = string | number | boolean | undefined;

/** A value of a license key in words, as in "any" or "30 days". */
export function valueInWords(field: keyof KeyChangeDto, value: FieldValue): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (field === 'ip') return value === '' || value === undefined ? 'any' : String(value);
  const number = Number(value ?? 0);
  if (field === 'extendDays') return `${number < 0 ? '' : '+'}${counted(number, 'day')}`;
  if (number === 0) return field === 'seats' ? 'not counted' : field === 'leaseSeconds' ? 'until released' : 'never';
  if (field === 'expiresAt') return localTime(number);
  return field === 'leaseSeconds' ? durationInWords(number) : counted(number, 'seat');
}

/** `30 days`, `90 minutes`, `3,601 seconds`. */
export function durationInWords(seconds: number): string {
  if (seconds % 86_400 === 0) return counted(seconds / 86_400, 'day');
  if (seconds % 3600 === 0) return counted(seconds / 3600, 'hour');
  return seconds % 60 === 0 ? counted(seconds / 60, 'minute') : counted(seconds, 'second');
}

/** `Disabled: yes, Expires: +30 days`. */
export const changeInWords = (change: KeyChangeDto) =>
  (Object.keys(change) as (keyof KeyChangeDto)[])
    .map((field) => `${NAMES[field]}: ${valueInWords(field, change[field])}`)
    .join(', ');

export interface Difference {
  field: keyof LicenseKeyDto & keyof KeyChangeDto;
  name: string;
  before: string;
  after: string;
}

const COMPARED = ['status', 'disabled', 'locked', 'ip', 'expiresAt', 'seats', 'leaseSeconds'] as const;

type ComparedKey = Pick<LicenseKeyDto, (typeof COMPARED)[number]>;

/** In what a license key would become another. */
export function differences(before: ComparedKey, after: ComparedKey): Difference[] {
  return COMPARED.filter((field) => before[field] !== after[field]).map((field) => ({
    field,
    name: NAMES[field],
    before: valueInWords(field, before[field]),
    after: valueInWords(field, after[field]),
  }));
}
