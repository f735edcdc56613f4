import { LAST_DATE } from '../../platform/calendar/duration';
import type { Texts } from '../texts/texts';

/** A day in UTC, in the language of the page. */
export function dateText({ locale }: Texts, time: number): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  return format.format(Math.min(time, LAST_DATE));
}

export const numberText = ({ locale }: Texts, value: number): string => new Intl.NumberFormat(locale).format(value);

export const megabytesText = ({ locale }: Texts, bytes: number): string =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: 1, minimumFractionDigits: 1 }).format(bytes / 1_000_000);
