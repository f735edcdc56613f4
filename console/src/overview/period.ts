import type { Axis } from '../chart/chart-series';
import { DAY_MS, HOUR_MS } from '../text/times';

/** What the charts show: so many hours, days or months up to now, and as many before them. */
export type PeriodName = 'hour' | 'day' | 'month';

export interface Period {
  label: string;
  /** What it is compared with. */
  before: string;
  /** What the mark in each bar stands for. */
  mark: string;
  /** What the API is asked to count by. */
  by: 'hour' | 'day';
  /** How many hours, days or months are shown. */
  length: number;
}

export const PERIODS: Readonly<Record<PeriodName, Period>> = {
  hour: { label: '24 hours', before: 'the 24 hours before', mark: 'same hour, the day before', by: 'hour', length: 24 },
  day: {
    label: '28 days',
    before: 'the four weeks before',
    mark: 'same weekday, four weeks before',
    by: 'day',
    length: 28,
  },
  month: {
    label: '12 months',
    before: 'the 12 months before',
    mark: 'same month, the year before',
    by: 'day',
    length: 12,
  },
};

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

const inEnglish = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', options);
const HOUR = inEnglish({ hour: '2-digit', minute: '2-digit' });
const HOUR_LONG = inEnglish({ weekday: 'short', hour: '2-digit', minute: '2-digit' });
const DAY = inEnglish({ weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });
const DAY_LONG = inEnglish({
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
});
const MONTH = inEnglish({ month: 'short', timeZone: 'UTC' });
const MONTH_LONG = inEnglish({ month: 'long', year: 'numeric', timeZone: 'UTC' });

const FORMATS: Readonly<Record<PeriodName, { short: Intl.DateTimeFormat; long: Intl.DateTimeFormat }>> = {
  hour: { short: HOUR, long: HOUR_LONG },
  day: { short: DAY, long: DAY_LONG },
  month: { short: MONTH, long: MONTH_LONG },
};

const MONDAY = 1;

/** What charts of a period have below their bars: of days, the first and each Monday have a name. */
export function axisOf(name: PeriodName, { starts }: Spans): Axis {
  const { short, long } = FORMATS[name];
  const { label, mark } = PERIODS[name];
  const isNamed = (at: number, place: number) => name !== 'day' || place === 0 || new Date(at).getUTCDay() === MONDAY;
  return {
    starts: starts.slice(starts.length / 2),
    label,
    mark,
    longName: (at) => long.format(at),
    shortName: (at, place) => (isNamed(at, place) ? short.format(at).replace(',', '') : undefined),
  };
}

/** `27 October to 23 November, compared with the four weeks before`. */
export function inWords(name: PeriodName, { starts }: Spans): string {
  const first = starts[starts.length / 2];
  const format = name === 'month' ? MONTH_LONG : inEnglish({ day: 'numeric', month: 'long', timeZone: 'UTC' });
  const range = name === 'hour' ? 'The last 24 hours' : `${format.format(first)} to ${format.format(starts.at(-1))}`;
  return `${range}, compared with ${PERIODS[name].before}`;
}
