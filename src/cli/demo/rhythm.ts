import { DAY_MS, HOUR_MS } from '../../platform/time-ranges/spans';

export const DEMO_DAYS = 90;
export const DEMO_HOURS = DEMO_DAYS * 24;

/** Spreads events over the past hours: more by day, on workdays, and recently. */
export class Rhythm {
  /** Start of the first hour, in milliseconds since the Unix epoch; hours are whole in UTC but for the last. */
  readonly start: number;
  /** Cumulative share of each hour, from 0 to 1. */
  private readonly upTo: Float64Array;

  constructor(readonly now: number) {
    this.start = now - (now % HOUR_MS) - (DEMO_HOURS - 1) * HOUR_MS;
    this.upTo = new Float64Array(DEMO_HOURS);
    let sum = 0;
    for (let hour = 0; hour < DEMO_HOURS; hour++) this.upTo[hour] = sum += this.weightOf(hour);
    for (let hour = 0; hour < DEMO_HOURS; hour++) this.upTo[hour] /= sum;
  }

  /** The hour's part of `total`; the parts of all hours add up to it. */
  share(hour: number, total: number): number {
    const before = hour === 0 ? 0 : Math.round(this.upTo[hour - 1] * total);
    return Math.round(this.upTo[hour] * total) - before;
  }

  /** Draws the start of an hour, from that of a time on. @param share from 0 to less than 1 */
  draw(share: number, since: number): number {
    const first = Math.max(0, Math.floor((since - this.start) / HOUR_MS));
    const before = first === 0 ? 0 : this.upTo[first - 1];
    const sought = before + share * (1 - before);
    let [low, high] = [first, DEMO_HOURS - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.upTo[middle] > sought) high = middle;
      else low = middle + 1;
    }
    return this.startOf(low);
  }

  startOf(hour: number): number {
    return this.start + hour * HOUR_MS;
  }

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
