import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../api/client';
import { PERIODS, type PeriodName, type Spans } from './period';

/** Counts are complete up to less than a minute ago: asking more often brings nothing. */
const EVERY_MS = 60_000;

const rangeOf = (name: PeriodName, { starts, end }: Spans) => ({ from: starts[0], to: end, by: PERIODS[name].by });

interface Which {
  pid?: number;
  /** Each product on its own. */
  products?: boolean;
  enabled: boolean;
}

export function useCheckCounts(name: PeriodName, spans: Spans, { pid, products, enabled }: Which) {
  const query = { ...rangeOf(name, spans), pid, products };
  return useQuery({
    queryKey: ['stats', 'checks', query],
    queryFn: ({ signal }) => answerOf(api.GET('/api/stats/checks', { params: { query }, signal })),
    refetchInterval: EVERY_MS,
    placeholderData: keepPreviousData,
    enabled,
  });
}

export function useVisitCounts(name: PeriodName, spans: Spans, enabled: boolean) {
  const query = rangeOf(name, spans);
  return useQuery({
    queryKey: ['stats', 'visits', query],
    queryFn: ({ signal }) => answerOf(api.GET('/api/stats/visits', { params: { query }, signal })),
    refetchInterval: EVERY_MS,
    placeholderData: keepPreviousData,
    enabled,
  });
}
