import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { answerOf, api } from '../api/client';
import { Panel } from '../page/panel';
import { ProblemAlert } from '../page/problem-alert';
import { Time } from '../text/time';
import { ShopName } from './order-columns';
import { OrderState } from './state-chips';

/** The order that a license key was made for; nothing for any other key. */
export function BoughtWith({ keyId }: { keyId: number }) {
  const { data, error } = useQuery({
    queryKey: ['orders', 'of key', keyId],
    queryFn: ({ signal }) => answerOf(api.GET('/api/orders', { params: { query: { key: keyId } }, signal })),
  });
  const order = data?.at(0);
  if (!order && !error) return null;
  return (
    <Panel title="Bought">
      <ProblemAlert error={error} />
      {order && (
        <p style={{ margin: 0, overflowWrap: 'anywhere' }}>
          Bought with order{' '}
          <Link to="/sales/orders/$id" params={{ id: String(order.id) }}>
            {order.reference}
          </Link>{' '}
          in <ShopName id={order.source} />, <Time at={order.createdAt} as="day" />. <OrderState order={order} />
        </p>
      )}
    </Panel>
  );
}
