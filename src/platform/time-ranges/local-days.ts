const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** A day of a time zone; `from` is its first moment, in milliseconds since the Unix epoch. */
export interface LocalDay {
  /** As `2026-11-23`. */
  readonly day: string;
  readonly from: number;
}

/** Whether the runtime knows a time zone of this name. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** The last days of a time zone up to the one of `now`, oldest first. Days have 23 to 25 hours, and some dates were skipped. */
export function lastDays(count: number, timeZone: string, now: number): LocalDay[] {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const dayOf = (time: number) => format.format(time);
  const days: LocalDay[] = [];
  let inside = now;
  while (days.length < count) {
    const from = beginningOf(inside, dayOf);
    days.unshift({ day: dayOf(inside), from });
    inside = from - MINUTE_MS;
  }
  return days;
}

/** Binary search: clocks change at whole minutes. */
function beginningOf(time: number, dayOf: (time: number) => string): number {
  const day = dayOf(time);
  let inside = Math.floor(time / MINUTE_MS);
  let before = inside - (26 * HOUR_MS) / MINUTE_MS;
  while (inside - before > 1) {
    const middle = Math.floor((inside + before) / 2);
    if (dayOf(middle * MINUTE_MS) === day) inside = middle;
    else before = middle;
  }
  return inside * MINUTE_MS;
}
