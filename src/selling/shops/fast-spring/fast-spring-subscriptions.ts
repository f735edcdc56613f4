import type { Fact } from '../facts';
import { makeFact, makeItem } from '../make-fact';
import type { MessagePart } from '../message-part';
import { buyerOf, type FastSpringEvent, itemOf, moneyOf, nextOf } from './fast-spring-orders';

/** The state at the event, whatever happened. */
export function subscriptionChanged({ id, at, isTest, type, data }: FastSpringEvent): Fact[] {
  const order = idOf(data);
  const isOver = type === 'subscription.deactivated' || data.at('state').is('deactivated');
  const isLate = data.at('state').is('overdue');
  const fact = makeFact({
    kind: isOver ? 'ended' : isLate ? 'pastDue' : 'changed',
    id: [isOver ? order : id],
    at,
    isTest,
    order,
    payment: undefined,
    paidUntil: isOver || isLate ? undefined : nextOf(data),
    items: itemsOf(data, order),
    buyer: buyerOf(data),
  });
  return [fact];
}

/** A rebill, or the charge for a switch. */
export function subscriptionCharged({ at, isTest, data }: FastSpringEvent): Fact[] {
  const order = data.at('order');
  const subscription = data.at('subscription');
  const payment = order.at('id').id ?? order.requiredId;
  const name = subscription.requiredId;
  const fact = makeFact({
    kind: 'renewed',
    id: [payment],
    at: data.at('timestamp').milliseconds ?? at,
    isTest,
    order: name,
    payment,
    references: [],
    paidUntil: nextOf(subscription),
    items: subscription.isObject ? itemsOf(subscription, name) : undefined,
    buyer: buyerOf(data),
    invoice: order.at('reference').id,
    ...moneyOf(data.at('total'), data.at('currency')),
  });
  return [fact];
}

export function subscriptionPastDue({ id, at, isTest, data }: FastSpringEvent): Fact[] {
  const subscription = data.at('subscription');
  const order = subscription.id ?? idOf(data);
  return [makeFact({ kind: 'pastDue', id: [id], at, isTest, order, payment: undefined, buyer: buyerOf(data) })];
}

const idOf = (data: MessagePart): string => data.at('subscription').id ?? data.at('id').requiredId;

function itemsOf(subscription: MessagePart, line: string) {
  const addons = subscription.at('addons').list;
  return [
    ...itemOf(subscription, line),
    ...addons.flatMap((addon) =>
      makeItem([addon.at('product').id], addon.at('quantity').quantity, { title: addon.at('display').text() }),
    ),
  ];
}
