import { type QueryKey, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Page } from '../api/client';
import { filledPage } from './filled-page';

/** After this many rows a list asks to be narrowed, or gone on with from there. */
export const MOST_ROWS = 200_000;

type Cursor = Record<string, string> | undefined;

interface PagesOptions<T> {
  queryKey: QueryKey;
  /** Asks for a page; `cursor` are the parameters that led on from the page before. */
  load: (cursor: Cursor, signal: AbortSignal) => Promise<Page<T>>;
  enabled?: boolean;
}

/** A list that the API hands out in pages: all rows so far, and a way to the next ones. */
export function usePages<T>({ queryKey, load, enabled }: PagesOptions<T>) {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => filledPage((cursor) => load(cursor, signal), pageParam),
    initialPageParam: undefined as Cursor,
    getNextPageParam: ({ next }: Page<T>) => next,
    // Pages that were read stay as they were: asking for all of them again takes as long as one scrolled.
    staleTime: Infinity,
    refetchOnReconnect: false,
    structuralSharing: false,
    enabled,
  });
  const client = useQueryClient();
  const [list] = useState(() => new RowList<T>());
  const rows = list.of(query.data?.pages);
  const isFull = rows.length >= MOST_ROWS;
  return {
    rows,
    error: query.error,
    isLoading: query.isPending && query.fetchStatus !== 'idle',
    isLoadingMore: query.isFetchingNextPage,
    hasMore: query.hasNextPage && !isFull,
    isFull: isFull && query.hasNextPage,
    /** The parameters of the page that follows. */
    next: query.data?.pages.at(-1)?.next,
    loadMore: () => {
      if (query.hasNextPage && !query.isFetchingNextPage && !isFull && !query.isError) void query.fetchNextPage();
    },
    reload: () => void client.resetQueries({ queryKey }),
    retry: () => void (rows.length === 0 ? query.refetch() : query.fetchNextPage()),
  };
}

/** The rows of all pages as one list; a page more is appended, whatever the number of those before. */
class RowList<T> {
  private pages: readonly Page<T>[] = [];
  private rows: T[] = [];

  of(pages: readonly Page<T>[] = []): readonly T[] {
    if (this.pages === pages) return this.rows;
    const goesOn = this.pages.length <= pages.length && this.pages.every((page, index) => page === pages[index]);
    if (!goesOn) this.rows = [];
    for (const { items } of goesOn ? pages.slice(this.pages.length) : pages)
      for (const item of items) this.rows.push(item);
    this.pages = pages;
    return this.rows;
  }
}
