import { BY_ID, type Ordering, type Place } from '../platform/database/ordered-search';
import type { Link } from './link.entity';

export const LINK_ORDERS = {
  oldest: BY_ID,
  newest: { ...BY_ID, direction: 'DESC' },
  visits: { column: 'ordered_count', direction: 'DESC', isText: false, hasNulls: false },
} as const satisfies Record<string, Ordering>;

export type LinkOrder = keyof typeof LINK_ORDERS;

/** A link's position in an order. */
export function placeIn(order: LinkOrder, { id, orderedCount }: Pick<Link, 'id' | 'orderedCount'>): Place {
  return { id, value: order === 'visits' ? orderedCount : null };
}
