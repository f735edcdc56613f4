import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../api/client';
import { useCan } from '../session/me';

const EVERY_MS = 60_000;

/** Who is behind refused checks, by reason. @param query times that change no more often than the hour */
export function useRefusals(query: { from: number; pid?: number }) {
  return useQuery({
    queryKey: ['stats', 'refusals', query],
    queryFn: ({ signal }) => answerOf(api.GET('/api/stats/refusals', { params: { query }, signal })),
    refetchInterval: EVERY_MS,
    placeholderData: keepPreviousData,
    enabled: useCan('logs:read'),
  });
}
