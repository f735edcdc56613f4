import { DAY_MS, HOUR_MS, startOf } from '../../platform/time-ranges/spans';
import type { CheckCount } from './check-count.entity';

/** Checks to add to one count. */
export type CheckSum = Readonly<Omit<CheckCount, 'draft'>>;

/** Sums checks by hour and day, product and verdict. */
export class CheckSums {
  private readonly sums = new Map<string, CheckSum>();
  /** In milliseconds since the Unix epoch. */
  latestHour = 0;
  earliestHour = Infinity;
  checks = 0;

  /** @param time any within the hour, in milliseconds since the Unix epoch */
  add(time: number, product: number, status: string, checks: number): void {
    for (const span of [HOUR_MS, DAY_MS]) this.addTo({ span, startsAt: startOf(time, span), product, status, checks });
    const hour = startOf(time, HOUR_MS);
    this.latestHour = Math.max(this.latestHour, hour);
    this.earliestHour = Math.min(this.earliestHour, hour);
    this.checks += checks;
  }

  /** In the order of storage, so that all writers lock in one order. */
  get all(): CheckSum[] {
    return [...this.sums.values()].toSorted(
      (a, b) => a.span - b.span || a.startsAt - b.startsAt || a.product - b.product || (a.status < b.status ? -1 : 1),
    );
  }

  private addTo(sum: CheckSum): void {
    const name = nameOf(sum);
    const checks = (this.sums.get(name)?.checks ?? 0) + sum.checks;
    this.sums.set(name, { ...sum, checks });
  }
}

export const nameOf = ({ span, startsAt, product, status }: Omit<CheckSum, 'checks'>): string =>
  `${span} ${startsAt} ${product} ${status}`;
