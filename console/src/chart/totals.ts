/** Counts of the spans that are shown, and of those of the period before. */
export interface Sums {
  now: readonly number[];
  before: readonly number[];
}

export const totalOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

/**
 * By how much it is more or less than in the period before, as a share of that: 0.5 for half as much again. Without the span under
 * way, which would always look like a decline; undefined when there was nothing before, and when all there is falls into that span:
 * beside its number, "-100%" would say that there is nothing.
 */
export function changeOf({ now, before }: Sums): number | undefined {
  const was = totalOf(before.slice(0, -1));
  const is = totalOf(now.slice(0, -1));
  return was === 0 || (is === 0 && totalOf(now) > 0) ? undefined : (is - was) / was;
}
