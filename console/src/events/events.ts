import { queryOptions } from '@tanstack/react-query';
import { answerOf, api, type Page, pageOf } from '../api/client';
import { ApiProblem } from '../api/problem';
import type { EventDto } from '../api/schema';
import { type EventFilter, toQuery } from './event-filter';

const PAGE = 100;
/** As long as a request may wait for an event, in seconds. */
const WAIT_S = 25;
/** Between two requests: what arrives within it is shown together. */
const TOGETHER_MS = 250;
const [FIRST_WAIT_MS, LONGEST_WAIT_MS] = [2000, 15_000];

/** An event in a list of them; `id` is its position. */
export interface EventRow {
  id: number;
  event: EventDto;
}

const toRow = (event: EventDto): EventRow => ({ id: event.position, event });

/** Matching events from before a position, the newest first. */
export async function readBefore(filter: EventFilter, before: number | undefined, signal: AbortSignal) {
  const query = { ...toQuery(filter), order: 'newest' as const, before, limit: PAGE };
  const page = await pageOf(api.GET('/api/events', { params: { query }, signal }));
  return { ...page, items: page.items.map(toRow) };
}

/** The newest matching events, and the position behind which those follow that are yet to come. */
export async function readNewest(
  filter: EventFilter,
  signal: AbortSignal,
): Promise<Page<EventRow> & { after: number | undefined }> {
  const query = { order: 'newest' as const, limit: 1 };
  const [last] = await answerOf(api.GET('/api/events', { params: { query }, signal }));
  const page = await readBefore(filter, last && last.position + 1, signal);
  return { ...page, after: last?.position };
}

/** One event by its position; null if it is no longer kept. */
export const eventQuery = (position: number) =>
  queryOptions({
    queryKey: ['events', 'one', position],
    queryFn: async ({ signal }) => {
      const query = { order: 'newest' as const, before: position + 1, limit: 1 };
      const [event] = await answerOf(api.GET('/api/events', { params: { query }, signal }));
      return event?.position === position ? event : null;
    },
    staleTime: Infinity,
  });

interface Follower {
  onEvents: (rows: EventRow[]) => void;
  /** The service was not reached, or is again. */
  onState: (state: 'live' | 'reconnecting') => void;
  /** The service refused: whoever is signed out learns of it by this. */
  onBreak: () => void;
  /** Events behind the position are no longer there, or it was never given: only reading anew helps. */
  onLost: () => void;
}

/** Follows matching events behind a position, until the signal aborts. */
export async function follow(
  filter: EventFilter,
  from: number | undefined,
  { onEvents, onState, onBreak, onLost }: Follower,
  signal: AbortSignal,
): Promise<void> {
  let after = from;
  let wait = WAIT_S;
  let rest = FIRST_WAIT_MS;
  while (!signal.aborted) {
    try {
      const query = { ...toQuery(filter), after, wait, limit: 1000 };
      const { items, next } = await pageOf(api.GET('/api/events', { params: { query }, signal }));
      if (next?.['after'] !== undefined) after = Number(next['after']);
      if (items.length > 0) onEvents(items.map(toRow));
      onState('live');
      [wait, rest] = [WAIT_S, FIRST_WAIT_MS];
      await pause(TOGETHER_MS);
    } catch (error) {
      if (signal.aborted) return;
      onState('reconnecting');
      onBreak();
      await pause(rest);
      if (isLost(error)) return onLost();
      // The next answer comes at once, so that the screen says soon that it is live again.
      [wait, rest] = [0, Math.min(2 * rest, LONGEST_WAIT_MS)];
    }
  }
}

const isLost = (error: unknown) => error instanceof ApiProblem && (error.status === 410 || error.status === 400);
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
