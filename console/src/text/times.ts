export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', options);

const CLOCK = format({ hour: '2-digit', minute: '2-digit' });
const CLOCK_SECONDS = format({ hour: '2-digit', minute: '2-digit', second: '2-digit' });
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const EXACT_DAY = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
const EXACT_CLOCK = format({ hour: '2-digit', minute: '2-digit', second: '2-digit', timeZoneName: 'short' });
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** Whether a Date can be that time; the API takes later ones, too. */
const isDate = (at: number) => !Number.isNaN(new Date(at).getTime());

const noon = (at: number) => new Date(at).setHours(12, 0, 0, 0);

/** How many days of the calendar a time is after another: 0 for the same day. */
export function daysBetween(from: number, to: number): number {
  return Math.round((noon(to) - noon(from)) / DAY_MS);
}

/** `14:03`, or `14:03:11` with seconds. */
export const clockTime = (at: number, seconds = false) =>
  isDate(at) ? (seconds ? CLOCK_SECONDS : CLOCK).format(at) : String(at);

/** `21 Nov`, with the year where it is another: `14 Mar 2027`. */
export function dayName(at: number, now = Date.now()): string {
  if (!isDate(at)) return String(at);
  const date = new Date(at);
  const year = date.getFullYear();
  const day = `${date.getDate()} ${MONTHS[date.getMonth()]}`;
  return year === new Date(now).getFullYear() ? day : `${day} ${year}`;
}

/** `today, 14:03`, `yesterday, 14:03`, `21 Nov, 14:03`, `14 Mar 2027, 14:03`. Times beyond what a Date holds stay numbers. */
export function localTime(at: number, seconds = false, now = Date.now()): string {
  if (!isDate(at)) return String(at);
  const days = daysBetween(now, at);
  const day = Math.abs(days) <= 1 ? RELATIVE.format(days, 'day') : dayName(at, now);
  return `${day}, ${clockTime(at, seconds)}`;
}

/** `14:03` for today, else the day: `21 Nov`. */
export const briefTime = (at: number, now = Date.now()) =>
  daysBetween(now, at) === 0 ? clockTime(at) : dayName(at, now);

/** The exact time with its zone: `Monday 23 November 2026, 14:03:11 CET`. */
export const exactTime = (at: number) =>
  isDate(at) ? `${EXACT_DAY.format(at).replace(',', '')}, ${EXACT_CLOCK.format(at)}` : String(at);

/** The exact time in UTC, as in `2026-11-22T16:08:24.000Z`; times beyond what a Date holds stay numbers. */
export function utcTime(at: number): string {
  return isDate(at) ? new Date(at).toISOString() : String(at);
}

/** `just now`, `12 min ago`, `3 h ago`, `yesterday`, `41 days ago`, `in 4 months`. */
export function fromNow(at: number, now = Date.now()): string {
  const distance = Math.abs(at - now);
  const ago = (amount: number, unit: string) => (at < now ? `${amount} ${unit} ago` : `in ${amount} ${unit}`);
  if (distance < MINUTE_MS) return at > now ? 'in a moment' : 'just now';
  if (distance < HOUR_MS) return ago(Math.floor(distance / MINUTE_MS), 'min');
  if (distance < DAY_MS) return ago(Math.floor(distance / HOUR_MS), 'h');
  const days = isDate(at) ? daysBetween(now, at) : Math.round((at - now) / DAY_MS);
  if (Math.abs(days) < 60) return RELATIVE.format(days, 'day');
  const months = Math.round(days / 30.44);
  return Math.abs(months) < 24 ? RELATIVE.format(months, 'month') : RELATIVE.format(Math.round(days / 365.25), 'year');
}

/** A moment as `<input type="datetime-local">` spells it, in the reader's time zone; empty where that has no words for it. */
export function toLocalInput(at: number): string {
  const local = at - new Date(at).getTimezoneOffset() * MINUTE_MS;
  return isDate(local) ? new Date(local).toISOString().slice(0, 16) : '';
}

/** The moment that `<input type="datetime-local">` names; undefined when it is empty or no time. */
export function fromLocalInput(text: string): number | undefined {
  const at = new Date(text).getTime();
  return Number.isNaN(at) ? undefined : at;
}
