import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { api, pageOf } from '../../api/client';
import { toProblem } from '../../api/problem';
import type { LiveVisitDto } from '../../api/schema';
import type { LinkPlace } from '../link-place';
import { MINUTE_MS } from '../../text/times';

const WAIT_S = 20;
const RETRY_MS = 5000;
/** Visits are counted so long after they came. */
const COUNTED_MS = 5000;
const SHOWN_MS = 10 * MINUTE_MS;
const MOST_SHOWN = 200;

/** Visits of a link since the screen was opened, the newest first: nobody keeps them for longer. */
export function useLiveVisits({ name, domain }: LinkPlace) {
  const cache = useQueryClient();
  const [visits, setVisits] = useState<readonly LiveVisitDto[]>([]);
  const [error, setError] = useState<Error>();
  const take = useEffectEvent((fresh: readonly LiveVisitDto[]) => {
    setError(undefined);
    const since = Date.now() - SHOWN_MS;
    setVisits((before) => [...fresh.toReversed(), ...before].filter(({ at }) => at > since).slice(0, MOST_SHOWN));
    if (fresh.length > 0) setTimeout(() => void cache.invalidateQueries({ queryKey: ['visits'] }), COUNTED_MS);
  });
  useEffect(() => {
    const leaving = new AbortController();
    let again: ReturnType<typeof setTimeout> | undefined;
    const ask = async (after: number | undefined): Promise<void> => {
      const params = { path: { id: name }, query: { wait: WAIT_S, after, domain } };
      try {
        const { items, next } = await pageOf(api.GET('/api/link/{id}/visits', { params, signal: leaving.signal }));
        take(items);
        void ask(Number(next?.['after'] ?? 0));
      } catch (problem) {
        if (leaving.signal.aborted) return;
        setError(toProblem(problem));
        again = setTimeout(() => void ask(after), RETRY_MS);
      }
    };
    void ask(undefined);
    return () => {
      leaving.abort();
      clearTimeout(again);
    };
  }, [name, domain]);
  return { visits, error };
}
