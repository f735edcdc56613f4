import type { Axis } from '../../chart/chart-series';
import { clockTime, dayName, HOUR_MS } from '../../text/times';

export type RangeName = '24h' | '7d' | '30d' | '90d';
export type Unit = 'hour' | 'day';

/** So many hours or days up to now; compared with as many before them. */
export const RANGES: Readonly<Record<RangeName, { label: string; hours?: number; days?: number }>> = {
  '24h': { label: '24 hours', hours: 24 },
  '7d': { label: '7 days', hours: 7 * 24, days: 7 },
  '30d': { label: '30 days', days: 30 },
  '90d': { label: '90 days', days: 90 },
};

export const isRange = (text: string | undefined): text is RangeName =>
  text !== undefined && Object.hasOwn(RANGES, text);

/** The time zone of days and hours: the reader's. */
export const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

/** What a chart of visits shows: its places, and as many before them. */
export interface Span {
  readonly unit: Unit;
  readonly label: string;
  /** When each hour or day begins: those before, then those that are shown. */
  readonly starts: readonly number[];
  /** When what is shown begins. */
  readonly from: number;
}

/** The units that a range can be shown by. */
export const unitsOf = (name: RangeName): readonly Unit[] =>
  (['hour', 'day'] as const).filter((unit) => RANGES[name][`${unit}s`] !== undefined);

/** The last hour or day is the one that is under way. */
export function spanOf(name: RangeName, unit: Unit, now: number): Span {
  const count = RANGES[name][`${unit}s`]!;
  const startAt = unit === 'hour' ? hoursFrom(now) : daysFrom(now);
  const starts = Array.from({ length: 2 * count }, (_, index) => startAt(index - 2 * count + 1));
  return { unit, label: RANGES[name].label, starts, from: starts[count] };
}

const hoursFrom = (now: number) => (distance: number) => now - (now % HOUR_MS) + distance * HOUR_MS;

/** Days are not all of 24 hours. */
function daysFrom(now: number) {
  const date = new Date(now);
  return (distance: number) => new Date(date.getFullYear(), date.getMonth(), date.getDate() + distance).getTime();
}

const SPELLED = {
  day: new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short' }),
  hour: new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' }),
};

/** As the API names an hour or a day. */
export const valueOf = (unit: Unit, at: number) => SPELLED[unit].format(at).replace(' ', 'T');

const LONG = {
  day: new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' }),
  hour: new Intl.DateTimeFormat('en-GB', { weekday: 'long', hour: '2-digit', minute: '2-digit' }),
};
const MONDAY = 1;

export function axisOf({ unit, label, starts }: Span): Axis {
  const shown = starts.slice(starts.length / 2);
  const isLong = shown.length > 24;
  const isNamed = (at: number, place: number) =>
    unit === 'hour' ? !isLong || new Date(at).getHours() === 0 : place === 0 || new Date(at).getDay() === MONDAY;
  return {
    starts: shown,
    label,
    mark: `the ${label} before`,
    longName: (at) => LONG[unit].format(at),
    shortName: (at, place) => {
      if (shown.length > 7 && !isNamed(at, place)) return undefined;
      return unit === 'hour' && !isLong ? clockTime(at) : dayName(at);
    },
  };
}
