const DAY_MS = 86_400_000;
const MOST_MONTHS = 1200;
const MOST_DAYS = 36_525;
/** The latest time that `Date` supports; fields hold times up to 2^53-1. */
export const LAST_DATE = 8_640_000_000_000_000;

/** Whole calendar units. */
export interface Duration {
  readonly months: number;
  readonly days: number;
}

const DURATION = /^P(?=\d)(?:(\d{1,3})Y)?(?:(\d{1,4})M)?(?:(\d{1,5})D)?$|^P(\d{1,4})W$/;

/** Reads ISO 8601: years, months and days, or weeks alone. Undefined for anything else, zero, and more than a hundred years. */
export function parseDuration(text: string): Duration | undefined {
  const found = DURATION.exec(text);
  if (!found) return undefined;
  const [years, months, days, weeks] = found.slice(1).map((digits) => Number(digits ?? 0));
  const duration = { months: 12 * years + months, days: days + 7 * weeks };
  const isNothing = duration.months + duration.days === 0;
  return isNothing || duration.months > MOST_MONTHS || duration.days > MOST_DAYS ? undefined : duration;
}

/**
 * Keeps the time of day in UTC. Adds months first, clamped to the month's last day, then days: January 31 plus P1M is
 * the end of February. @param time milliseconds since the Unix epoch @returns undefined if the result is too late for a
 * date
 */
export function addDuration(time: number, { months, days }: Duration): number | undefined {
  if (time > LAST_DATE) return undefined;
  const date = new Date(time);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  date.setUTCDate(Math.min(day, lastDay(date)));
  const end = date.getTime() + days * DAY_MS;
  return end <= LAST_DATE ? end : undefined;
}

const lastDay = (date: Date): number =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
