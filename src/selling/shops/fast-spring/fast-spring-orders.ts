import type { Buyer, Fact, OrderedItem } from '../facts';
import { makeFact, makeItem } from '../make-fact';
import type { MessagePart } from '../message-part';
import { currencyCode, fromDecimal } from '../money';

export interface FastSpringEvent {
  readonly id: string;
  readonly type: string;
  /** In milliseconds since the Unix epoch. */
  readonly at: number;
  readonly isTest: boolean;
  readonly data: MessagePart;
}

/** An order may contain several subscriptions and one-time purchases: each is an order of its own. */
export function ordersPaid({ at, isTest, data: order }: FastSpringEvent): Fact[] {
  const id = order.at('id').id ?? order.at('order').requiredId;
  const groups = groupBySubscription(order.at('items').list);
  return [...groups].map(([subscription, items], index) => {
    // The first one has the name that returns use for the payment.
    const payment = index === 0 ? id : `${id}:${subscription || 'once'}`;
    return makeFact({
      kind: 'paid',
      id: [payment],
      at,
      isTest,
      order: subscription || payment,
      payment,
      references: [],
      paidUntil: nextOf(items[0].at('subscription')),
      items: items.flatMap((item, place) => itemOf(item, place === 0 && subscription ? subscription : undefined)),
      buyer: buyerOf(order),
      invoice: order.at('reference').id,
      ...(index === 0 && moneyOf(order.at('total'), order.at('currency'))),
    });
  });
}

/** Subscriptions first, then one-time purchases under an empty name. */
function groupBySubscription(items: readonly MessagePart[]): Map<string, MessagePart[]> {
  const sorted = items.toSorted((one, other) => Number(isOnce(one)) - Number(isOnce(other)));
  const groups = new Map<string, MessagePart[]>();
  for (const item of sorted) {
    const subscription = item.at('subscription').id ?? '';
    groups.set(subscription, [...(groups.get(subscription) ?? []), item]);
  }
  return groups;
}

const isOnce = (item: MessagePart): boolean => item.at('subscription').id === undefined;

/** A product or subscription; its path is its id. */
export function itemOf(item: MessagePart, line: string | undefined): OrderedItem[] {
  const product = item.at('product');
  const path = product.at('product').id ?? product.id;
  const sku = item.at('sku').id ?? product.at('sku').id;
  const display = item.at('display').text() ?? product.at('display', 'en').text() ?? product.at('display').text();
  return makeItem([path, sku && `sku:${sku}`], item.at('quantity').quantity, { line, title: display });
}

/** For a complete subscription, not just its id. */
export const nextOf = (subscription: MessagePart): number | undefined =>
  subscription.at('next').milliseconds ??
  subscription.at('end').milliseconds ??
  subscription.at('deactivationDate').milliseconds;

/** The account, or the order's customer if only the account's id is known. */
export function buyerOf(holder: MessagePart): Buyer {
  const account = holder.at('account');
  const contact = [holder.at('customer'), account.at('contact')].find((each) => each.at('email').text() !== undefined);
  const names = [contact?.at('first').text(), contact?.at('last').text()].filter((name) => name !== undefined);
  return {
    email: contact?.at('email').text(),
    name: names.join(' ').slice(0, 191) || undefined,
    language: holder.at('language').text() ?? account.at('language').text(),
    id: account.id ?? account.at('account').id,
  };
}

export function moneyOf(total: MessagePart, currency: MessagePart): { total?: string; currency?: string } {
  const code = currencyCode(currency.text());
  const { decimal } = total;
  return code === undefined || decimal === undefined ? {} : { total: fromDecimal(decimal, code), currency: code };
}

/** A full or partial refund; chargebacks are reported as refunds. */
export function returnsOf({ at, isTest, data }: FastSpringEvent): Fact[] {
  const original = data.at('original');
  const payment = original.at('id').id ?? original.at('order').id ?? original.requiredId;
  const id = data.at('return').id ?? data.at('id').requiredId;
  const [returned, paid] = [
    moneyOf(data.at('totalReturn'), data.at('currency')),
    moneyOf(original.at('total'), original.at('currency')),
  ];
  const isAll = returned.total !== undefined && returned.total === paid.total && returned.currency === paid.currency;
  return [
    makeFact({ kind: 'refunded', refunded: isAll ? 'all' : 'part', id: [id], at, isTest, payment, references: [] }),
  ];
}
