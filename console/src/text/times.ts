const LOCAL = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const LOCAL_SECONDS = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

export const DAY_MS = 86_400_000;

/** Whether a Date can be that time; the API takes later ones, too. */
const isDate = (at: number) => !Number.isNaN(new Date(at).getTime());

/** Local date and time; times beyond what a Date holds stay numbers. */
export const localTime = (at: number, seconds = false) =>
  isDate(at) ? (seconds ? LOCAL_SECONDS : LOCAL).format(at) : String(at);

/** The exact time in UTC, as in `2026-11-22T16:08:24.000Z`; times beyond what a Date holds stay numbers. */
export function utcTime(at: number): string {
  return isDate(at) ? new Date(at).toISOString() : String(at);
}

/** `3 days ago`, `in 2 hours`, `now`. */
export function fromNow(at: number, now = Date.now()): string {
  const distance = at - now;
  const unit = UNITS.find(([, length]) => Math.abs(distance) >= length);
  return unit === undefined ? 'now' : RELATIVE.format(Math.trunc(distance / unit[1]), unit[0]);
}

/** A moment as `<input type="datetime-local">` spells it, in the reader's time zone; empty where that has no words for it. */
export function toLocalInput(at: number): string {
  const local = at - new Date(at).getTimezoneOffset() * 60_000;
  return isDate(local) ? new Date(local).toISOString().slice(0, 16) : '';
}

/** The moment that `<input type="datetime-local">` names; undefined when it is empty or no time. */
export function fromLocalInput(text: string): number | undefined {
  const at = new Date(text).getTime();
  return Number.isNaN(at) ? undefined : at;
}
