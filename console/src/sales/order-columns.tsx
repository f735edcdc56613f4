import { useQuery } from '@tanstack/react-query';
import type { OrderDto } from '../api/schema';
import { CustomerLink } from '../customers/customer-link';
import type { Column } from '../table/column';
import { RowLink } from '../table/row-link';
import { Time } from '../text/time';
import { sourcesQuery, titleOf, totalOf } from './sales';
import { OrderState } from './state-chips';

export const ORDER_COLUMNS: readonly Column<OrderDto>[] = [
  {
    id: 'items',
    title: 'Order',
    width: 150,
    grow: 2,
    cell: (order, tabIndex) => (
      <span title={order.reference}>
        <RowLink to={`/sales/orders/${order.id}`} tabIndex={tabIndex}>
          {boughtIn(order)}
        </RowLink>
      </span>
    ),
  },
  { id: 'status', title: 'Status', width: 140, grow: 0.6, cell: (order) => <OrderState order={order} /> },
  {
    id: 'buyer',
    title: 'Buyer',
    width: 150,
    grow: 1.6,
    cell: ({ uid, buyer, email }, tabIndex) =>
      uid === undefined ? (
        <span className="quiet">{buyer ?? email}</span>
      ) : (
        <CustomerLink uid={uid} tabIndex={tabIndex} />
      ),
  },
  { id: 'total', title: 'Total', width: 100, grow: 0.4, cell: (order) => totalOf(order) },
  {
    id: 'createdAt',
    title: 'Bought',
    width: 110,
    grow: 0.5,
    cell: ({ createdAt }, tabIndex) => <Time at={createdAt} as="brief" tabIndex={tabIndex} />,
  },
  { id: 'source', title: 'Shop', width: 120, grow: 0.8, cell: ({ source }) => <ShopName id={source} /> },
  {
    id: 'reference',
    title: 'The shop’s ID',
    width: 150,
    grow: 1,
    cell: ({ reference }) => (
      <span className="code" title={reference}>
        {reference}
      </span>
    ),
  },
];

/** "Pro, yearly ×3, Support". */
export function boughtIn({ items, reference }: OrderDto): string {
  const bought = items.filter(({ quantity }) => quantity > 0);
  const words = bought.map((line) => (line.quantity === 1 ? titleOf(line) : `${titleOf(line)} ×${line.quantity}`));
  return words.join(', ') || reference;
}

export function ShopName({ id }: { id: number }) {
  const { data } = useQuery(sourcesQuery);
  return <>{data?.find((source) => source.id === id)?.name ?? `Shop ${id}`}</>;
}
