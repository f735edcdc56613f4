import { useEffect, useRef, useState } from 'react';
import type { Page } from '../api/client';
import { toProblem } from '../api/problem';
import type { Arrivals, Numbered } from './arrivals';

/** More rows than this are too many for one screen. */
export const MOST_OLDER = 5000;

interface OlderOptions<Row extends Numbered> {
  /** Reads a page of rows from before an id. */
  load: (before: number, signal: AbortSignal) => Promise<Page<Row>>;
  arrivals: Arrivals<Row>;
  /** The page that the list began with. */
  first: Page<Row> | undefined;
  onRows: (rows: readonly Row[]) => void;
}

/** Reads what is before those that are shown. */
export function useOlder<Row extends Numbered>({ load, arrivals, first, onRows }: OlderOptions<Row>) {
  // A page that was read says where the next begins, which may be far before its last row.
  const [last, setLast] = useState<Page<Row>>();
  const [isLoading, setLoading] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const reading = useRef<AbortController>(undefined);
  useEffect(() => () => reading.current?.abort(), []);
  const isFull = arrivals.rows.length >= MOST_OLDER;
  const before = arrivals.isCut ? arrivals.rows.at(-1)?.id : (last ?? first)?.next?.['before'];
  const hasMore = before !== undefined && !isFull;
  const read = async (from: number | string) => {
    const aborting = new AbortController();
    reading.current = aborting;
    setLoading(true);
    setError(null);
    try {
      const page = await load(Number(from), aborting.signal);
      setLast(page);
      onRows(page.items);
    } catch (problem) {
      if (!aborting.signal.aborted) setError(toProblem(problem));
    } finally {
      if (!aborting.signal.aborted) setLoading(false);
    }
  };
  const loadMore = () => {
    if (before !== undefined && !isFull && !isLoading && error === null) void read(before);
  };
  return {
    error,
    isLoading: false,
    isLoadingMore: isLoading,
    hasMore,
    isFull: isFull && before !== undefined,
    loadMore,
    retry: () => (before === undefined ? undefined : void read(before)),
  };
}
