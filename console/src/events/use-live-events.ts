import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useReducer, useState } from 'react';
import { ApiProblem } from '../api/problem';
import { NOTHING, reduceArrivals } from '../live/arrivals';
import { meQuery } from '../session/me';
import type { EventFilter } from './event-filter';
import { type EventRow, follow, readNewest } from './events';

/**
 * The newest events, and those that happen from now on. While `isHeld`, what arrives waits. Whoever changes the filter has to
 * mount it anew.
 */
export function useLiveEvents(filter: EventFilter, isHeld: boolean) {
  const cache = useQueryClient();
  const [arrivals, dispatch] = useReducer(reduceArrivals<EventRow>, NOTHING);
  const [state, setState] = useState<'live' | 'reconnecting'>('live');
  const newest = useQuery({
    queryKey: ['events', 'newest', filter],
    queryFn: ({ signal }) => readNewest(filter, signal),
    staleTime: 0,
    gcTime: 0,
    // What is read anew is followed anew.
    structuralSharing: false,
  });
  const isRefused = newest.error instanceof ApiProblem && !newest.error.passes;
  const { data: first, refetch } = newest;
  const take = useEffectEvent((rows: readonly EventRow[]) => dispatch({ type: 'arrive', rows, skipped: 0, isHeld }));
  const begin = useEffectEvent((rows: readonly EventRow[]) => dispatch({ type: 'newest', rows, isHeld }));
  const askWho = useEffectEvent(() => void cache.invalidateQueries({ queryKey: meQuery.queryKey }));
  const readAnew = useEffectEvent(() => void refetch());
  useEffect(() => {
    if (!first) return undefined;
    begin(first.items);
    const ending = new AbortController();
    const follower = { onEvents: take, onState: setState, onBreak: askWho, onLost: readAnew };
    void follow(filter, first.after, follower, ending.signal);
    return () => ending.abort();
  }, [filter, first]);
  return {
    arrivals,
    state: first ? state : ('connecting' as const),
    newest,
    isRefused,
    showOlder: (rows: readonly EventRow[]) => dispatch({ type: 'older', rows }),
    showHeld: () => dispatch({ type: 'release' }),
  };
}
