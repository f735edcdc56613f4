import { DAY_MS } from '../text/times';

/** An end that people choose by its name. */
interface ExpiryPreset {
  /** In a menu: what the end is moved by, or to. */
  name: string;
  label: string;
  /** The end that it gives a license key that ended, or ends, at `from`. */
  endFrom: (from: number) => number;
}

/** As far as support may move an end. */
const LONGEST_MONTH_MS = 31 * DAY_MS;

export const EXPIRY_PRESETS: readonly ExpiryPreset[] = [
  { name: 'By a month', label: 'A month more', endFrom: monthAfter },
  { name: 'By a year', label: 'A year more', endFrom: (from) => monthsAfter(from, 12) },
  { name: 'To the end of the year', label: 'End of the year', endFrom: endOfYear },
];

/** From when on to extend: the end that it has, unless a month more would be past already; now for a key without an end. */
export function extendedFrom(expiresAt: number | undefined, now: number): number {
  return expiresAt !== undefined && monthAfter(expiresAt) > now ? expiresAt : now;
}

/** Where clocks are put back, a month of 31 days is an hour longer. */
function monthAfter(from: number): number {
  return Math.min(monthsAfter(from, 1), from + LONGEST_MONTH_MS);
}

/** The same day of a later month, or its last. */
function monthsAfter(from: number, months: number): number {
  const date = new Date(from);
  const day = date.getDate();
  date.setMonth(date.getMonth() + months);
  if (date.getDate() !== day) date.setDate(0);
  return date.getTime();
}

/** The last minute of its year; of the next for an end that is there already. */
function endOfYear(from: number): number {
  const year = new Date(from).getFullYear();
  const end = new Date(year, 11, 31, 23, 59).getTime();
  return end > from ? end : new Date(year + 1, 11, 31, 23, 59).getTime();
}
