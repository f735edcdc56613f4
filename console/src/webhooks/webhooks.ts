import { queryOptions } from '@tanstack/react-query';
import { answerOf, api, taggedAnswerOf } from '../api/client';
import type { DeliveryDto, WebhookDto } from '../api/schema';
import type { Tone } from '../text/chip';

export const WRITE = ['webhooks:write'];

/** More than there can be. */
const LIMIT = 1000;
/** Deliveries come and go by themselves. */
export const LOOK_MS = 3000;

/** All webhooks. */
export const webhooksQuery = queryOptions({
  queryKey: ['webhooks', 'list'],
  queryFn: ({ signal }) => answerOf(api.GET('/api/webhooks', { params: { query: { limit: LIMIT } }, signal })),
  refetchInterval: 3 * LOOK_MS,
});

export const readWebhook = (id: number, signal?: AbortSignal) =>
  taggedAnswerOf(api.GET('/api/webhooks/{id}', { params: { path: { id } }, signal }));

export const webhookQuery = (id: number) =>
  queryOptions({
    queryKey: ['webhooks', 'one', id],
    queryFn: ({ signal }) => readWebhook(id, signal),
    refetchInterval: LOOK_MS,
  });

interface State {
  word: string;
  tone: Tone;
  why: string;
}

/** Why the service itself switched a webhook off. */
export const DISABLED_BECAUSE: Readonly<Record<NonNullable<WebhookDto['disabledBecause']>, string>> = {
  gone: 'its receiver answered 410, which says that nobody wants it any more',
  failing: 'nothing reached it for five days',
};

/** Whether events reach a webhook. */
export function stateOf({ active, disabledBecause, failingSince }: WebhookDto): State {
  if (disabledBecause !== undefined)
    return { word: 'Switched off', tone: 'bad', why: `It was switched off: ${DISABLED_BECAUSE[disabledBecause]}.` };
  if (!active) return { word: 'Off', tone: 'plain', why: 'Somebody switched it off: nothing is sent.' };
  if (failingSince !== undefined)
    return { word: 'Failing', tone: 'warn', why: 'Every attempt is failing; each delivery is tried again.' };
  return { word: 'Active', tone: 'good', why: 'What happens is sent to it.' };
}

/** What became of a delivery. */
export function deliveryStateOf({ state, attempts, type }: DeliveryDto): Omit<State, 'why'> {
  if (state === 'delivered') return { word: 'Arrived', tone: 'good' };
  if (state === 'failed') return { word: type === 'test' ? 'Failed' : 'Given up', tone: 'bad' };
  return attempts.length === 0 ? { word: 'Waiting', tone: 'plain' } : { word: 'Failing', tone: 'warn' };
}

/** An address without what all have in common. */
export const shortUrl = (url: string) => url.replace(/^https:\/\//, '');
