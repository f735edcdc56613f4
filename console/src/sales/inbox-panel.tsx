import { useInfiniteQuery } from '@tanstack/react-query';
import { OnceButton } from '../form/once-button';
import { api, type Page, pageOf } from '../api/client';
import type { InboxMessageDto } from '../api/schema';
import { Choice } from '../form/choice';
import { Panel } from '../page/panel';
import { ProblemAlert } from '../page/problem-alert';
import { Waiting } from '../page/waiting';
import { firstOf, useSearchParams } from '../search-params';
import { MessageList } from './message-list';
import { LOOK_MS } from './sales';

const PAGE = 25;
const FIRST: Record<string, string> = {};

const STATES = [
  { value: 'undone', label: 'Not done' },
  { value: 'done', label: 'Done' },
  { value: 'all', label: 'All' },
] as const;
type Shown = (typeof STATES)[number]['value'];

const NONE: Readonly<Record<Shown, string>> = {
  undone: 'Nothing is waiting: every message is done.',
  done: 'Nothing is done so far.',
  all: 'Nothing has arrived so far.',
};

/** What a shop sent, newest first; at first what waits for somebody. */
export function InboxPanel({ source }: { source: number }) {
  const [search, change] = useSearchParams();
  const shown = STATES.find(({ value }) => value === firstOf(search['inbox']))?.value ?? 'undone';
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInbox(source, shown);
  const messages = data?.pages.flatMap(({ items }) => items);
  return (
    <Panel
      title="Inbox"
      actions={
        <Choice
          label="Which messages"
          options={STATES}
          value={shown}
          onChange={(chosen) => change({ inbox: chosen === 'undone' ? undefined : chosen })}
        />
      }
    >
      <ProblemAlert error={error} />
      {!messages && !error && <Waiting />}
      {messages && <MessageList source={source} messages={messages} none={NONE[shown]} withOrder />}
      {hasNextPage && (
        <OnceButton
          size="xs"
          mt="xs"
          variant="default"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show older ones
        </OnceButton>
      )}
    </Panel>
  );
}

function useInbox(id: number, shown: Shown) {
  return useInfiniteQuery({
    queryKey: ['inbox', 'of source', id, shown],
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: PAGE, ...(shown !== 'all' && { state: shown }), ...pageParam };
      return pageOf(api.GET('/api/sources/{id}/inbox', { params: { path: { id }, query }, signal }));
    },
    initialPageParam: FIRST,
    getNextPageParam: ({ next }: Page<InboxMessageDto>) => next,
    // Whoever reads older ones is not disturbed by new ones.
    refetchInterval: ({ state: { data } }) => (data?.pages.length === 1 ? LOOK_MS : false),
  });
}
