import type { Sums } from '../chart/totals';
import type { Spans } from './period';

interface Row {
  at: number;
  count: number;
}

/** Adds rows up by the spans that they fall into. */
export function sumsOf(rows: readonly Row[], { starts, end }: Spans): Sums {
  const sums = starts.map(() => 0);
  for (const { at, count } of rows) {
    const index = at < end ? starts.findLastIndex((start) => start <= at) : -1;
    if (index >= 0) sums[index] += count;
  }
  const half = starts.length / 2;
  return { now: sums.slice(half), before: sums.slice(0, half) };
}
