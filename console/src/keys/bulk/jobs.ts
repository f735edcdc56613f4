import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client';
import type { BulkChangeDto } from '../../api/schema';
import type { Tone } from '../../text/chip';

/** How often a change that runs is looked at. */
const LOOK_MS = 1000;

export const jobQuery = (id: number) =>
  queryOptions({
    queryKey: ['keys', 'bulk', id],
    queryFn: ({ signal }) => answerOf(api.GET('/api/keys/bulk/{id}', { params: { path: { id: String(id) } }, signal })),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? LOOK_MS : false),
    staleTime: 0,
  });

export const JOB_TONES: Record<BulkChangeDto['state'], Tone> = {
  running: 'plain',
  done: 'good',
  cancelled: 'warn',
  failed: 'bad',
};
