import { useEffect, useRef, useState } from 'react';
import { api, type Page, pageOf } from '../api/client';
import { toProblem } from '../api/problem';
import type { LoggedCheckDto } from '../api/schema';
import type { Arrivals } from './arrivals';
import { type LiveFilter, toQuery } from './live-filter';

const PAGE = 200;
/** More rows than this are too many for one screen. */
export const MOST_OLDER = 5000;

interface OlderOptions {
  filter: LiveFilter;
  arrivals: Arrivals;
  /** The page that the list began with. */
  first: Page<LoggedCheckDto> | undefined;
  onChecks: (checks: readonly LoggedCheckDto[]) => void;
}

/** Reads checks from before those that are shown. */
export function useOlder({ filter, arrivals, first, onChecks }: OlderOptions) {
  // A page that was read says where the next begins, which may be far before its last check.
  const [last, setLast] = useState<Page<LoggedCheckDto>>();
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
      const query = { ...toQuery(filter), limit: PAGE, before: Number(from) };
      const page = await pageOf(api.GET('/api/logs', { params: { query }, signal: aborting.signal }));
      setLast(page);
      onChecks(page.items);
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
