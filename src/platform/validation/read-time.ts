const SECOND_MS = 1000;
/** 2001-01-01. An earlier end is probably in seconds: today's, read as milliseconds, lie in 1970. */
export const EARLIEST = 978_307_200_000;
/** Seconds of 2001 to 2065; as milliseconds they lie in January 1970. */
const SECONDS = { from: EARLIEST / SECOND_MS, to: 3_000_000_000 };

const ISO_TIME =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:(Z)|([+-])(\d\d):?(\d\d)))?$/i;

/** For error messages. */
export const TIME_EXAMPLES = 'an ISO date such as 2027-01-31 (that day begins, UTC) or 2027-01-31T12:00:00Z';

export const TEXT_EXAMPLES = 'an ISO date such as "2027-01-31" (that day begins, UTC) or "2027-01-31T12:00:00Z"';

/** Reads an ISO date, or date and time with an offset, in milliseconds. Undefined for anything else or before 1970. */
export function readTime(text: string): number | undefined {
  const match = ISO_TIME.exec(text);
  if (!match) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0));
  const [fraction = '', , sign, offsetHours = '0', offsetMinutes = '0'] = match.slice(7);
  const local = Date.UTC(year, month - 1, day, hour, minute, second);
  // `Date.UTC` carries out-of-range parts into the next day, month or year.
  const written = `${match[1]}-${match[2]}-${match[3]}T${[hour, minute, second].map(twoDigits).join(':')}.000Z`;
  if (Number.isNaN(local) || new Date(local).toISOString() !== written) return undefined;
  if (Number(offsetHours) > 23 || Number(offsetMinutes) > 59) return undefined;
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * 60_000;
  const time = local + Number(fraction.slice(0, 3).padEnd(3, '0')) - (sign === '-' ? -offset : offset);
  return time > 0 ? time : undefined;
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Whether it is a plausible time in milliseconds since the Unix epoch. */
export function isTime(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= EARLIEST;
}

/** The error for a time given in seconds; undefined for other values. */
export function secondsProblem(field: string, value: unknown): string | undefined {
  if (!isSeconds(value)) return undefined;
  const time = value * SECOND_MS;
  return `${field} ${value} looks like seconds: send milliseconds, ${time}, for ${new Date(time).toISOString()}.`;
}

export function isSeconds(value: unknown): value is number {
  return typeof value === 'number' && value >= SECONDS.from && value < SECONDS.to;
}
