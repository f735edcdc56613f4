/** Most rows that are kept while they go on arriving. */
const MOST_LIVE = 500;

/** What arrives has an id that grows. */
export interface Numbered {
  readonly id: number;
}

/** What is shown, what waits while the reader reads, and what was left out. */
export interface Arrivals<Row extends Numbered> {
  /** Newest first. */
  rows: readonly Row[];
  waiting: readonly Row[];
  /** How many arrived while they were held, those that `waiting` no longer holds included. */
  held: number;
  /** What the service didn't show, because there were too many. */
  skipped: number;
  /** Whether older rows were left out again, to make room. */
  isCut: boolean;
}

export const NOTHING: Arrivals<never> = { rows: [], waiting: [], held: 0, skipped: 0, isCut: false };

/** Both together, newest first and each once; late ones come to their place. */
function merged<Row extends Numbered>(a: readonly Row[], b: readonly Row[]): Row[] {
  const byId = new Map([...b, ...a].map((log) => [log.id, log]));
  return [...byId.values()].toSorted((one, other) => other.id - one.id);
}

/** As many rows as are kept. */
function kept<Row extends Numbered>(all: Row[], wasCut: boolean): Pick<Arrivals<Row>, 'rows' | 'isCut'> {
  return { rows: all.slice(0, MOST_LIVE), isCut: wasCut || all.length > MOST_LIVE };
}

/** Takes in what has arrived; it waits where the reader would lose their place by it. */
function arrive<Row extends Numbered>(
  before: Arrivals<Row>,
  fresh: readonly Row[],
  skipped: number,
  isHeld: boolean,
): Arrivals<Row> {
  const known = new Set([...before.rows, ...before.waiting].map(({ id }) => id));
  const anew = fresh.filter(({ id }) => !known.has(id));
  const sum = before.skipped + skipped;
  if (isHeld) {
    const waiting = merged(anew, before.waiting).slice(0, MOST_LIVE);
    return { ...before, skipped: sum, waiting, held: before.held + anew.length };
  }
  const released = release({ ...before, skipped: sum });
  return { ...released, ...kept(merged(anew, released.rows), released.isCut) };
}

/** Shows what waited. Where more waited than could be kept, older rows would have a gap before them: they can be read again. */
function release<Row extends Numbered>(before: Arrivals<Row>): Arrivals<Row> {
  const hasGap = before.held > before.waiting.length;
  const all = hasGap ? [...before.waiting] : merged(before.waiting, before.rows);
  return { ...before, ...kept(all, hasGap || before.isCut), waiting: [], held: 0 };
}

/** Appends older ones. */
const append = <Row extends Numbered>(before: Arrivals<Row>, older: readonly Row[]): Arrivals<Row> => ({
  ...before,
  rows: merged(before.rows, older),
  isCut: false,
});

type Arrival<Row> =
  | { type: 'arrive'; rows: readonly Row[]; skipped: number; isHeld: boolean }
  | { type: 'newest'; rows: readonly Row[]; isHeld: boolean }
  | { type: 'older'; rows: readonly Row[] }
  | { type: 'release' };

export function reduceArrivals<Row extends Numbered>(before: Arrivals<Row>, arrival: Arrival<Row>): Arrivals<Row> {
  if (arrival.type === 'arrive') return arrive(before, arrival.rows, arrival.skipped, arrival.isHeld);
  if (arrival.type === 'newest' && before.rows.length > 0) return arrive(before, arrival.rows, 0, arrival.isHeld);
  return arrival.type === 'release' ? release(before) : append(before, arrival.rows);
}
