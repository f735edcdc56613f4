import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useReducer, useState } from 'react';
import { pageOf, api } from '../api/client';
import { ApiProblem } from '../api/problem';
import type { LoggedCheckDto } from '../api/schema';
import { REFUSALS } from '../overview/verdicts';
import { meQuery } from '../session/me';
import { NOTHING, reduceArrivals } from './arrivals';
import { type LiveFilter, streamAddress, toQuery } from './live-filter';
import { type StreamState, watchChecks } from './stream';

const PAGE = 100;

/**
 * The newest checks, and those that happen from now on. While `isHeld`, what arrives waits. Whoever changes the filter has to
 * mount it anew.
 */
export function useLiveChecks(filter: LiveFilter, isHeld: boolean) {
  const cache = useQueryClient();
  const [arrivals, dispatch] = useReducer(reduceArrivals<LoggedCheckDto>, NOTHING);
  const [state, setState] = useState<StreamState>('connecting');
  const query = useMemo(() => ({ ...toQuery(filter), limit: PAGE }), [filter]);
  const newest = useQuery({
    queryKey: ['logs', 'newest', query],
    queryFn: ({ signal }) => pageOf(api.GET('/api/logs', { params: { query }, signal })),
    staleTime: 0,
    gcTime: 0,
  });
  // A filter that the API refuses is refused for the stream as well.
  const isRefused = newest.error instanceof ApiProblem && !newest.error.passes;
  const isLive = filter.to === undefined && !isRefused;
  const [counts, setCounts] = useState({ checks: 0, refused: 0 });
  const take = useEffectEvent((checks: readonly LoggedCheckDto[], skipped: number) => {
    dispatch({ type: 'arrive', rows: checks, skipped, isHeld });
    const refused = checks.filter(({ status }) => status in REFUSALS).length;
    setCounts((before) => ({ checks: before.checks + checks.length, refused: before.refused + refused }));
  });
  const { data: first, refetch } = newest;
  const begin = useEffectEvent((checks: readonly LoggedCheckDto[]) =>
    dispatch({ type: 'newest', rows: checks, isHeld }),
  );
  useEffect(() => {
    if (first) begin(first.items);
  }, [first]);
  // Whoever is signed out learns of it by this, and at once: that may be why the stream ended.
  const askWho = useEffectEvent(() => void cache.invalidateQueries({ queryKey: meQuery.queryKey }));
  // What happened between two connections is found among the newest.
  const catchUp = useEffectEvent(() => void refetch());
  useEffect(() => {
    if (!isLive) return undefined;
    return watchChecks(streamAddress(filter), {
      onState: setState,
      onChecks: take,
      onBreak: askWho,
      onReturn: catchUp,
    });
  }, [filter, isLive]);
  return {
    arrivals,
    state: isLive ? state : undefined,
    newest,
    isRefused,
    /** How many arrived since the beginning. */
    counts,
    showOlder: (checks: readonly LoggedCheckDto[]) => dispatch({ type: 'older', rows: checks }),
    showHeld: () => dispatch({ type: 'release' }),
  };
}
