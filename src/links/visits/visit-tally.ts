import { HOST_LENGTH } from '../domains/host-name';
import { type Dimension, DIMENSIONS, LONGEST_VALUE } from './dimensions';

/** Values of a dimension with a count of their own: the longest ones fit a column of 64 kB. */
const MOST_VALUES = 50;
/** Longer ones count as unknown: a row that doesn't fit would keep all later visits from being counted. */
const LONGEST = DIMENSIONS.map((name) => (name === 'domain' ? HOST_LENGTH : LONGEST_VALUE));
export const OTHERS = '(other)';

/** Visits, and visitors whose first visit of the day is included. */
type Count = [visits: number, visitors: number];
/** As stored: a value, its visits, its visitors, the next value, and so on. */
type Counts = (string | number)[];
const FIELDS = 3;
/** Up to this many values, a scan is faster than an index. */
const FEW = 16;
const NONE: Counts = [];

/**
 * Sums of visits, for a row or an answer. Unknown values aren't stored: they are people's visits minus those of all
 * known values, so that each dimension adds up. Optimized for adding thousands of rows with few values each.
 */
export class VisitTally {
  /** Of people. */
  visits = 0;
  bots = 0;
  visitors = 0;
  /** In the order of `DIMENSIONS`. */
  private values: (Counts | undefined)[] = [];
  private readonly indexes: (Map<string, number> | undefined)[] = [];

  constructor(private readonly mostValues = MOST_VALUES) {}

  /** @param values of a person's profile; undefined for bots @param visitors how many new visitors these visits have */
  add(values: readonly string[] | undefined, visits: number, visitors: number): void {
    if (!values) {
      this.bots += visits;
      return;
    }
    this.visits += visits;
    this.visitors += visitors;
    for (let place = 0; place < DIMENSIONS.length; place++) {
      if (values[place] && values[place].length <= LONGEST[place]) this.addTo(place, values[place], visits, visitors);
    }
  }

  /** Visits without facts. */
  addUnknown(visits: number): void {
    this.visits += visits;
  }

  addRow({ visits, bots, visitors }: { visits: number; bots: number; visitors: number }, facts: string): void {
    this.visits += visits;
    this.bots += bots;
    this.visitors += visitors;
    const kept = (JSON.parse(facts) as Counts[]).slice(0, DIMENSIONS.length);
    if (this.values.length === 0) {
      this.values = kept;
      return;
    }
    for (const [place, counts] of kept.entries()) {
      for (let at = 0; at < counts.length; at += FIELDS) {
        this.addTo(place, counts[at] as string, counts[at + 1] as number, counts[at + 2] as number);
      }
    }
  }

  encode(): string {
    return JSON.stringify(DIMENSIONS.map((_, place) => this.values[place] ?? NONE));
  }

  /** People's visits by the values of a dimension; the empty value stands for unknown. */
  by(dimension: Dimension): Map<string, Count> {
    const values = new Map<string, Count>();
    const unknown: Count = [this.visits, this.visitors];
    const counts = this.values[DIMENSIONS.indexOf(dimension)] ?? NONE;
    for (let at = 0; at < counts.length; at += FIELDS) {
      const [visits, visitors] = [counts[at + 1] as number, counts[at + 2] as number];
      values.set(counts[at] as string, [visits, visitors]);
      unknown[0] -= visits;
      unknown[1] -= visitors;
    }
    if (unknown[0] !== 0 || unknown[1] !== 0) values.set('', unknown);
    return values;
  }

  private addTo(place: number, value: string, visits: number, visitors: number): void {
    const counts = this.values[place];
    if (counts === undefined) {
      // An empty list would get room for six values with its first: most links have one or two.
      this.values[place] = [value, visits, visitors];
      return;
    }
    let [name, at] = [value, this.find(place, counts, value)];
    if (at < 0 && counts.length >= this.mostValues * FIELDS) {
      [name, at] = [OTHERS, this.find(place, counts, OTHERS)];
    }
    if (at < 0) {
      this.indexes[place]?.set(name, counts.length);
      counts.push(name, visits, visitors);
    } else {
      (counts[at + 1] as number) += visits;
      (counts[at + 2] as number) += visitors;
    }
  }

  /** Index of a value's counts; -1 if it has none. */
  private find(place: number, counts: Counts, value: string): number {
    if (counts.length <= FEW * FIELDS) {
      for (let at = 0; at < counts.length; at += FIELDS) {
        if (counts[at] === value) return at;
      }
      return -1;
    }
    return (this.indexes[place] ??= indexOf(counts)).get(value) ?? -1;
  }
}

function indexOf(counts: Counts): Map<string, number> {
  const index = new Map<string, number>();
  for (let at = 0; at < counts.length; at += FIELDS) index.set(counts[at] as string, at);
  return index;
}
