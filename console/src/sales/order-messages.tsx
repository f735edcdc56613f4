import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../api/client';
import type { OrderDto } from '../api/schema';
import { Panel } from '../page/panel';
import { ProblemAlert } from '../page/problem-alert';
import { Waiting } from '../page/waiting';
import { MessageList } from './message-list';
import { LOOK_MS } from './sales';

const MOST = 50;

/** What the shop said about an order, the newest first. */
export function OrderMessages({ order: { id: order, source } }: { order: OrderDto }) {
  const { data, error } = useQuery({
    queryKey: ['inbox', 'of order', order],
    queryFn: ({ signal }) => {
      const params = { path: { id: source }, query: { order, limit: MOST } };
      return answerOf(api.GET('/api/sources/{id}/inbox', { params, signal }));
    },
    refetchInterval: 3 * LOOK_MS,
  });
  return (
    <Panel title="What the shop said">
      <ProblemAlert error={error} />
      {!data && !error && <Waiting />}
      {data && <MessageList source={source} messages={data} none="No messages about it are kept." />}
    </Panel>
  );
}
