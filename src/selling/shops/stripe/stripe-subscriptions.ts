import type { FactKind } from '../facts';
import { makeFact, makeItem } from '../make-fact';
import type { MessagePart } from '../message-part';
import type { Translation } from '../shop';
import { namesOfPrice, quantityOf, type StripeEvent } from './stripe-objects';

const KINDS: Readonly<Record<string, FactKind>> = {
  active: 'changed',
  trialing: 'changed',
  past_due: 'pastDue',
  // The last retry failed, or a trial ended without a payment method: both continue when the buyer pays.
  unpaid: 'pastDue',
  paused: 'pastDue',
  canceled: 'ended',
};

export function translateSubscription({ id, type, at, isTest, object: subscription }: StripeEvent): Translation {
  const order = subscription.at('id').requiredId;
  const status = subscription.at('status').text() ?? '';
  const kind =
    type === 'customer.subscription.deleted' ? 'ended' : Object.hasOwn(KINDS, status) ? KINDS[status] : undefined;
  if (kind === undefined)
    return { facts: [], remark: `The subscription is ${status || 'in no state'}: nothing was paid yet.` };
  const items = subscription.at('items', 'data').list;
  const fact = makeFact({
    kind,
    id: kind === 'ended' ? [order] : [id],
    at,
    isTest,
    order,
    payment: undefined,
    references: [subscription.at('latest_invoice').id],
    ...(kind === 'changed' && periodOf(subscription, items, status === 'trialing')),
    items: subscription.at('items', 'has_more').isTrue ? undefined : items.flatMap(itemOf),
    buyer: { id: subscription.at('customer').id },
  });
  return { facts: [fact] };
}

const itemOf = (item: MessagePart) =>
  makeItem(namesOfPrice(item), quantityOf(item), {
    line: item.at('id').id,
    title: item.at('price', 'nickname').text() ?? item.at('plan', 'nickname').text(),
  });

/** The one that ends last: on the items in newer API versions, on the subscription in older ones. */
function periodOf(subscription: MessagePart, items: readonly MessagePart[], isTrial: boolean) {
  const periods = [subscription, ...items].flatMap((each) => {
    const [periodStart, paidUntil] = [each.at('current_period_start').seconds, each.at('current_period_end').seconds];
    return paidUntil === undefined ? [] : [{ periodStart: isTrial ? undefined : periodStart, paidUntil }];
  });
  return periods.toSorted((one, other) => other.paidUntil - one.paidUntil).at(0);
}
