/** What the charts show: so many hours, days or months up to now, and as many before them. */
export type PeriodName = 'hour' | 'day' | 'month';

export interface Period {
  label: string;
  /** What it is compared with. */
  before: string;
  /** What the API is asked to count by. */
  by: 'hour' | 'day';
  /** How many hours, days or months are shown. */
  length: number;
}

export const PERIODS: Readonly<Record<PeriodName, Period>> = {
  hour: { label: '24 hours', before: 'the 24 hours before', by: 'hour', length: 24 },
  day: { label: '30 days', before: 'the 30 days before', by: 'day', length: 30 },
  month: { label: '12 months', before: 'the 12 months before', by: 'day', length: 12 },
};

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** When each hour, day or month begins by UTC: the period before, then the one shown; and when the last one ends. */
export interface Spans {
  starts: number[];
  end: number;
}

/** The last one is the one that is under way. */
export function spansOf(name: PeriodName, now: number): Spans {
  const count = 2 * PERIODS[name].length;
  const startAt = name === 'month' ? monthsFrom(now) : evenFrom(now, name === 'hour' ? HOUR_MS : DAY_MS);
  return { starts: Array.from({ length: count }, (_, index) => startAt(index - count + 1)), end: startAt(1) };
}

const evenFrom = (now: number, span: number) => (distance: number) => now - (now % span) + distance * span;

function monthsFrom(now: number) {
  const date = new Date(now);
  return (distance: number) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + distance, 1);
}

const HOUR = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const HOUR_LONG = new Intl.DateTimeFormat(undefined, { weekday: 'short', hour: '2-digit', minute: '2-digit' });
const DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const DAY_LONG = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});
const MONTH = new Intl.DateTimeFormat(undefined, { month: 'short', timeZone: 'UTC' });
const MONTH_LONG = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' });

const FORMATS: Readonly<Record<PeriodName, { short: Intl.DateTimeFormat; long: Intl.DateTimeFormat }>> = {
  hour: { short: HOUR, long: HOUR_LONG },
  day: { short: DAY, long: DAY_LONG },
  month: { short: MONTH, long: MONTH_LONG },
};

export const shortName = (name: PeriodName, at: number) => FORMATS[name].short.format(at);
export const longName = (name: PeriodName, at: number) => FORMATS[name].long.format(at);
