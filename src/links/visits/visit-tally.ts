import { type Dimension, DIMENSIONS } from './dimensions';

/** Values of a dimension that are counted separately in a row: the longest ones fit a column of 64 kB. */
const MOST_VALUES = 50;
export const OTHERS = '(other)';

/** Visits, and visitors whose first visit of the day is among them. */
type Count = [visits: number, visitors: number];

/**
 * Sums of visits, one row's or an answer's. Values that aren't known aren't kept: they are the visits of people less
 * those of all known values, so that every dimension adds up.
 */
export class VisitTally {
  /** Of people. */
  visits = 0;
  bots = 0;
  visitors = 0;
  /** Of most dimensions there is nothing in most rows, of which thousands are added to at once. */
  private readonly values: (Map<string, Count> | undefined)[] = DIMENSIONS.map(() => undefined);

  constructor(private readonly mostValues = MOST_VALUES) {}

  /** @param values of a person's profile; undefined for a bot @param visitors how many visitors more there are with this visit */
  add(values: readonly string[] | undefined, visitors: number): void {
    if (!values) {
      this.bots++;
      return;
    }
    this.visits++;
    this.visitors += visitors;
    for (let place = 0; place < this.values.length; place++) {
      if (values[place]) this.addTo(place, values[place], 1, visitors);
    }
  }

  /** Visits of which nothing is known. */
  addUnknown(visits: number): void {
    this.visits += visits;
  }

  addRow({ visits, bots, visitors }: { visits: number; bots: number; visitors: number }, facts: string): void {
    this.visits += visits;
    this.bots += bots;
    this.visitors += visitors;
    const kept = JSON.parse(facts) as (string | number)[][];
    for (const [place, flat] of kept.entries()) {
      if (place >= this.values.length) break;
      for (let at = 0; at < flat.length; at += 3) {
        this.addTo(place, flat[at] as string, flat[at + 1] as number, flat[at + 2] as number);
      }
    }
  }

  encode(): string {
    return JSON.stringify(this.values.map(flat));
  }

  /** Visits of people by the values of a dimension; the empty value is all that isn't known. */
  by(dimension: Dimension): Map<string, Count> {
    const values = new Map(this.values[DIMENSIONS.indexOf(dimension)]);
    const unknown: Count = [this.visits, this.visitors];
    for (const [visits, visitors] of values.values()) {
      unknown[0] -= visits;
      unknown[1] -= visitors;
    }
    if (unknown[0] !== 0 || unknown[1] !== 0) values.set('', unknown);
    return values;
  }

  private addTo(place: number, value: string, visits: number, visitors: number): void {
    const values = (this.values[place] ??= new Map());
    const name = values.has(value) || values.size < this.mostValues ? value : OTHERS;
    const count = values.get(name);
    if (count) {
      count[0] += visits;
      count[1] += visitors;
    } else values.set(name, [visits, visitors]);
  }
}

function flat(values: ReadonlyMap<string, Count> | undefined): (string | number)[] {
  const kept: (string | number)[] = [];
  values?.forEach(([visits, visitors], value) => kept.push(value, visits, visitors));
  return kept;
}
