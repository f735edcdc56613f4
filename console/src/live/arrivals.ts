import type { LoggedCheckDto } from '../api/schema';

/** Most rows that are kept while they go on arriving. */
export const MOST_LIVE = 500;

/** What is shown, what waits while the reader reads, and what was left out. */
export interface Arrivals {
  /** Newest first. */
  rows: readonly LoggedCheckDto[];
  waiting: readonly LoggedCheckDto[];
  /** How many arrived while they were held, those that `waiting` no longer holds included. */
  held: number;
  /** Checks that the service didn't show, because there were too many. */
  skipped: number;
  /** Whether older rows were left out again, to make room. */
  isCut: boolean;
}

export const NOTHING: Arrivals = { rows: [], waiting: [], held: 0, skipped: 0, isCut: false };

/** Both together, newest first and each once; late ones come to their place. */
function merged(a: readonly LoggedCheckDto[], b: readonly LoggedCheckDto[]): LoggedCheckDto[] {
  const byId = new Map([...b, ...a].map((log) => [log.id, log]));
  return [...byId.values()].toSorted((one, other) => other.id - one.id);
}

/** As many rows as are kept. */
function kept(all: LoggedCheckDto[], wasCut: boolean): Pick<Arrivals, 'rows' | 'isCut'> {
  return { rows: all.slice(0, MOST_LIVE), isCut: wasCut || all.length > MOST_LIVE };
}

/** Takes in what has arrived; it waits where the reader would lose their place by it. */
export function arrive(before: Arrivals, fresh: readonly LoggedCheckDto[], skipped: number, isHeld: boolean): Arrivals {
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
export function release(before: Arrivals): Arrivals {
  const hasGap = before.held > before.waiting.length;
  const all = hasGap ? [...before.waiting] : merged(before.waiting, before.rows);
  return { ...before, ...kept(all, hasGap || before.isCut), waiting: [], held: 0 };
}

/** Appends older checks. */
export const append = (before: Arrivals, older: readonly LoggedCheckDto[]): Arrivals => ({
  ...before,
  rows: merged(before.rows, older),
  isCut: false,
});
