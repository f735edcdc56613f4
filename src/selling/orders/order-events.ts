import { type EventSource, formerValues, type ToldChange } from '../../platform/events/event-types';
import { OrderDto } from './dto/order.dto';

class OrderEventDto {
  /** The order. @example { "id": 1, "reference": "sub_1QxYz", "status": "paid" } */
  order: OrderDto;
}

class ChangedOrderEventDto extends OrderEventDto {
  /** The former values of what changed; null if there was none. @example { "status": "pastDue" } */
  previous: object;
}

/** What happens to the license keys of an order has events of its own. */
export const ORDER_EVENTS: EventSource = {
  targetType: 'order',
  types: [
    { name: 'order.created', when: 'A shop told of an order for the first time.', data: OrderEventDto },
    {
      name: 'order.updated',
      when: 'An order was paid, renewed, changed, refunded or ended, or what was wrong with it was put right.',
      data: ChangedOrderEventDto,
    },
    {
      name: 'order.waiting',
      when: 'Not all that was bought could be made into license keys: somebody has to look.',
      data: ChangedOrderEventDto,
    },
  ],
  tell({ before, after }: ToldChange) {
    const state = after as OrderDto | undefined;
    if (!state) return undefined;
    const about = { uid: state.uid, data: { order: state } };
    if (!before) return { type: 'order.created', ...about };
    const previous = formerValues(before, state);
    const isHeld = state.problem !== undefined && 'problem' in previous;
    return { type: isHeld ? 'order.waiting' : 'order.updated', ...about, data: { order: state, previous } };
  },
};
