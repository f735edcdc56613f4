import { addDuration } from '../../platform/calendar/duration';
import type { MeterPeriod } from '../../platform/fields/meters';

const DAY_MS = 86_400_000;
/** The endless period, in which every use counts. */
export const ALL = 'all';

/** An interval in which a meter counts up to its limit. */
export interface Period {
  /** As stored with the counts. */
  readonly name: string;
  /** Milliseconds since the Unix epoch, as is `resetsAt`. */
  readonly startsAt: number;
  /** When the next one begins; null if there is none. */
  readonly resetsAt: number | null;
}

/** The period of a time. @param firstUse the meter's first use; earlier times belong to its first month */
export function periodOf(kind: MeterPeriod, time: number, firstUse: number): Period {
  switch (kind) {
    case 'day':
      return dayOf(time);
    case 'month':
      return monthOf(time);
    case 'monthFromFirstUse':
      return monthFrom(firstUse, time);
    default:
      return { name: ALL, startsAt: firstUse, resetsAt: null };
  }
}

/** A calendar day in UTC. */
export const dayOf = remembered((time) => {
  const startsAt = time - (time % DAY_MS);
  return { name: new Date(time).toISOString().slice(0, 10), startsAt, resetsAt: startsAt + DAY_MS };
});

/** A calendar month in UTC. */
export const monthOf = remembered((time) => {
  const date = new Date(time);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return {
    name: date.toISOString().slice(0, 7),
    startsAt: Date.UTC(year, month),
    resetsAt: Date.UTC(year, month + 1),
  };
});

/** Most uses belong to the same period as the previous one. */
function remembered(find: (time: number) => Period & { readonly resetsAt: number }): (time: number) => Period {
  let last = find(0);
  return (time) => {
    if (time < last.startsAt || time >= last.resetsAt) last = find(time);
    return last;
  };
}

/** A month that starts on the day and at the time of the first use, or on the last day of a shorter month. */
function monthFrom(firstUse: number, time: number): Period {
  const [from, to] = [new Date(firstUse), new Date(time)];
  const months = 12 * (to.getUTCFullYear() - from.getUTCFullYear()) + to.getUTCMonth() - from.getUTCMonth();
  const startOf = (number: number): number => addDuration(firstUse, { months: number, days: 0 })!;
  const number = Math.max(0, startOf(months) > time ? months - 1 : months);
  return { name: `#${number}`, startsAt: startOf(number), resetsAt: startOf(number + 1) };
}

/** All periods that a use counts in: its day, the endless one, and the meter's own. */
export const periodsOf = (own: string, usedAt: number): string[] => [...new Set([own, dayOf(usedAt).name, ALL])];

/**
 * As `periodsOf`, if only the end of the meter's own period is known: if day and month end together, it may be either.
 * @param firstUse the meter's first use
 */
export function countedIn(
  { usedAt, resetsAt }: { readonly usedAt: number; readonly resetsAt: number | null },
  firstUse = usedAt,
): string[] {
  const months = [monthOf(usedAt), monthFrom(firstUse, usedAt)].filter((month) => month.resetsAt === resetsAt);
  return [dayOf(usedAt).name, ALL, ...months.map(({ name }) => name)];
}
