import { queryOptions } from '@tanstack/react-query';
import { answerOf, api, pageOf, taggedAnswerOf } from '../api/client';
import type { InboxMessageDto, OrderDto, SourceDto } from '../api/schema';
import type { Tone } from '../text/chip';
import { SHOPS } from './shop-words';

export const WRITE = ['sales:write'];

/** More than there can be. */
const LIMIT = 1000;
/** As many as are counted of what waits. */
const MOST_COUNTED = 100;
/** What shops send comes by itself. */
export const LOOK_MS = 4000;

/** All shops. */
export const sourcesQuery = queryOptions({
  queryKey: ['sources', 'list'],
  queryFn: ({ signal }) => answerOf(api.GET('/api/sources', { params: { query: { limit: LIMIT } }, signal })),
  refetchInterval: 3 * LOOK_MS,
});

export const readSource = (id: string, signal?: AbortSignal) =>
  taggedAnswerOf(api.GET('/api/sources/{id}', { params: { path: { id: Number(id) } }, signal }));

export const sourceQuery = (id: string) =>
  queryOptions({
    queryKey: ['sources', 'one', id],
    queryFn: ({ signal }) => readSource(id, signal),
    refetchInterval: 3 * LOOK_MS,
  });

/** The newest messages of a shop that wait for somebody, failed or were refused. */
export const undoneQuery = (id: number) =>
  queryOptions({
    queryKey: ['inbox', 'undone', id],
    queryFn: async ({ signal }) => {
      const params = { path: { id }, query: { state: 'undone', limit: MOST_COUNTED } } as const;
      const { items, next } = await pageOf(api.GET('/api/sources/{id}/inbox', { params, signal }));
      return { messages: items, isAll: next === undefined };
    },
    refetchInterval: 3 * LOOK_MS,
  });

export const mappingsQuery = (id: number) =>
  queryOptions({
    queryKey: ['mappings', id],
    queryFn: ({ signal }) => answerOf(api.GET('/api/sources/{id}/mappings', { params: { path: { id } }, signal })),
  });

/** What a shop sells, as its orders tell. */
export const itemsQuery = (id: number) =>
  queryOptions({
    queryKey: ['source items', id],
    queryFn: ({ signal }) => answerOf(api.GET('/api/sources/{id}/items', { params: { path: { id } }, signal })),
    refetchInterval: 3 * LOOK_MS,
  });

export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'one', id],
    queryFn: ({ signal }) => answerOf(api.GET('/api/orders/{id}', { params: { path: { id: Number(id) } }, signal })),
    refetchInterval: LOOK_MS,
  });

interface State {
  word: string;
  tone: Tone;
  why: string;
}

/** Whether what a shop sells arrives. */
export function stateOf(source: SourceDto): State {
  const { active, failure, receivedAt, hasApiToken } = source;
  if (!active) return { word: 'Off', tone: 'plain', why: 'Somebody switched it off: nothing from it is accepted.' };
  if (failure !== undefined) return { word: 'Failing', tone: 'bad', why: failure };
  if (needsSecret(source))
    return { word: 'No secret', tone: 'warn', why: 'Without its secret, what the shop sends is refused.' };
  if (source.type === 'gumroad' && !hasApiToken)
    return {
      word: 'No token',
      tone: 'warn',
      why: 'Without a token, each sale waits until somebody says it is genuine.',
    };
  if (receivedAt === undefined)
    return { word: 'Nothing received yet', tone: 'plain', why: 'Nothing has arrived from the shop so far.' };
  return { word: 'Connected', tone: 'good', why: 'What the shop sells arrives.' };
}

export const needsSecret = ({ type, secretCount }: SourceDto) => SHOPS[type].secret !== undefined && secretCount === 0;

export const ORDER_STATUSES: Readonly<Record<OrderDto['status'], { word: string; tone: Tone }>> = {
  unpaid: { word: 'Unpaid', tone: 'plain' },
  paid: { word: 'Paid', tone: 'good' },
  pastDue: { word: 'Past due', tone: 'warn' },
  ended: { word: 'Ended', tone: 'plain' },
  refunded: { word: 'Refunded', tone: 'plain' },
  disputed: { word: 'Dispute lost', tone: 'bad' },
};

export const MESSAGE_STATES: Readonly<Record<InboxMessageDto['state'], { word: string; tone: Tone }>> = {
  new: { word: 'In progress', tone: 'plain' },
  done: { word: 'Done', tone: 'good' },
  nothing: { word: 'Nothing to do', tone: 'plain' },
  waiting: { word: 'Needs attention', tone: 'warn' },
  failed: { word: 'Retrying', tone: 'warn' },
  refused: { word: 'Refused', tone: 'bad' },
};

export const isUndone = ({ state }: InboxMessageDto) =>
  state === 'waiting' || state === 'failed' || state === 'refused';

/** "49.00 EUR"; undefined if the shop didn't say. */
export const totalOf = ({ total, currency }: OrderDto) =>
  total === undefined ? undefined : [total, currency].filter(Boolean).join(' ');

/** An item that people can buy, by its title where the shop gave one. */
export const titleOf = ({ item, title }: { item: string; title?: string }) => title ?? item;

/** The items that an order waits for: what its problem names. */
export const waitsFor = ({ problem, items }: OrderDto) =>
  problem === undefined ? [] : items.filter(({ item }) => problem.includes(`"${item}"`));
