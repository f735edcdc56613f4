import { BY_ID, type Ordering, type Place } from '../../platform/database/ordered-search';
import type { ShownCustomer } from './to-customer-dto';

export const CUSTOMER_ORDERS = {
  oldest: BY_ID,
  newest: { ...BY_ID, direction: 'DESC' },
  name: { column: 'name', direction: 'ASC', isText: true, hasNulls: true },
  uid: { column: 'uid', direction: 'ASC', isText: true, hasNulls: false },
} as const satisfies Record<string, Ordering>;

export type CustomerOrder = keyof typeof CUSTOMER_ORDERS;

/** A customer's position in an order. */
export function placeIn(order: CustomerOrder, { id, name, uid }: ShownCustomer): Place {
  const values = { name, uid };
  return { id, value: order === 'oldest' || order === 'newest' ? null : values[order] };
}
