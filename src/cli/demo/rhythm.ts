import { DAY_MS, HOUR_MS } from '../../platform/time-ranges/spans';

/** Days that the demo looks back on. */
export const DEMO_DAYS = 90;
export const DEMO_HOURS = DEMO_DAYS * 24;

/** Spreads so many events over the hours before a time: more by day, on workdays, and lately. */
export class Rhythm {
  /** When the first hour begins, in milliseconds since the Unix epoch; whole hours by UTC, but for the last one, which ends early. */
  readonly start: number;
  /** How much of all falls into the hours up to each, from 0 to 1. */
  private readonly upTo: Float64Array;

  /** @param now milliseconds since the Unix epoch */
  constructor(readonly now: number) {
    this.start = now - (now % HOUR_MS) - (DEMO_HOURS - 1) * HOUR_MS;
    this.upTo = new Float64Array(DEMO_HOURS);
    let sum = 0;
    for (let hour = 0; hour < DEMO_HOURS; hour++) this.upTo[hour] = sum += this.weightOf(hour);
    for (let hour = 0; hour < DEMO_HOURS; hour++) this.upTo[hour] /= sum;
  }

  /** How many of `total` fall into an hour; over all hours they are `total`. */
  share(hour: number, total: number): number {
    const before = hour === 0 ? 0 : Math.round(this.upTo[hour - 1] * total);
    return Math.round(this.upTo[hour] * total) - before;
  }

  /** When an hour begins, in milliseconds since the Unix epoch. */
  startOf(hour: number): number {
    return this.start + hour * HOUR_MS;
  }

  /** How long an hour is so far, in milliseconds. */
  lengthOf(hour: number): number {
    return Math.min(HOUR_MS, this.now - this.startOf(hour));
  }

  private weightOf(hour: number): number {
    const time = this.startOf(hour);
    const daytime = (time % DAY_MS) / HOUR_MS;
    const byDay = 0.15 + Math.exp(-(((daytime - 13) / 5) ** 2));
    const weekday = new Date(time).getUTCDay();
    const byWeek = weekday === 0 || weekday === 6 ? 0.4 : 1;
    return byDay * byWeek * (1 + (0.5 * hour) / DEMO_HOURS) * (this.lengthOf(hour) / HOUR_MS);
  }
}
