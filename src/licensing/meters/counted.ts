import type { Count } from '../uses/meter-counts.repository';
import type { Period } from './period';

/** Counts of meters, as read and as a batch changes them. */
export class Counted {
  private readonly counts: Map<string, Count>;
  private readonly before = new Map<string, number>();

  constructor(counts: readonly Count[]) {
    this.counts = new Map(counts.map((count) => [nameOf(count.keyId, count.meter, count.period), count]));
  }

  find(keyId: number, meter: string, period: string): Count | undefined {
    return this.counts.get(nameOf(keyId, meter, period));
  }

  add(keyId: number, meter: string, { name: period, startsAt }: Period, amount: number): void {
    const name = nameOf(keyId, meter, period);
    const count = this.counts.get(name) ?? { keyId, meter, period, startsAt, used: 0, previous: 0 };
    this.before.set(name, this.before.get(name) ?? count.used);
    this.counts.set(name, { ...count, used: count.used + amount });
  }

  /** With the counts as they were read. */
  get changed(): Count[] {
    return Array.from(this.before, ([name, previous]) => ({ ...this.counts.get(name)!, previous }));
  }
}

/** Names of meters and periods have no spaces. */
const nameOf = (keyId: number, meter: string, period: string): string => `${keyId} ${meter} ${period}`;
