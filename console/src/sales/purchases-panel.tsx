import { Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { OnceButton } from '../form/once-button';
import { api, pageOf } from '../api/client';
import type { OrderDto } from '../api/schema';
import { Panel } from '../page/panel';
import { ProblemAlert } from '../page/problem-alert';
import narrow from '../table/narrow-table.module.css';
import { usePages } from '../table/use-pages';
import { Time } from '../text/time';
import { boughtIn } from './order-columns';
import { totalOf } from './sales';
import { OrderState } from './state-chips';

const LIMIT = 10;

/** What a customer bought; nothing for those who bought nothing in a shop. */
export function PurchasesPanel({ uid }: { uid: string }) {
  const orders = usePages<OrderDto>({
    queryKey: ['orders', 'of customer', uid],
    load: (cursor, signal) =>
      pageOf(api.GET('/api/orders', { params: { query: { uid, limit: LIMIT, ...cursor } }, signal })),
  });
  if (orders.rows.length === 0 && !orders.error) return null;
  return (
    <Panel title="Purchases" flush={orders.rows.length > 0}>
      <ProblemAlert error={orders.error} />
      {orders.rows.length > 0 && (
        <Table horizontalSpacing={18} fz="sm" className={narrow.narrow}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Order</Table.Th>
              <Table.Th>Status</Table.Th>
              <Table.Th visibleFrom="sm">Total</Table.Th>
              <Table.Th>Bought</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {orders.rows.map((order) => (
              <Table.Tr key={order.id}>
                <Table.Td style={{ overflowWrap: 'anywhere', minWidth: 110 }}>
                  <Link to="/sales/orders/$id" params={{ id: String(order.id) }}>
                    {boughtIn(order)}
                  </Link>
                </Table.Td>
                <Table.Td>
                  <OrderState order={order} />
                </Table.Td>
                <Table.Td visibleFrom="sm">{totalOf(order)}</Table.Td>
                <Table.Td style={{ whiteSpace: 'nowrap' }}>
                  <Time at={order.createdAt} as="day" />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {orders.hasMore && (
        <OnceButton
          size="xs"
          mx="lg"
          my="xs"
          variant="default"
          loading={orders.isLoadingMore}
          onClick={orders.loadMore}
        >
          More purchases
        </OnceButton>
      )}
    </Panel>
  );
}
