import type { FactKind } from '../facts';
import { hashId, idText, makeFact, makeItem } from '../make-fact';
import { MessagePart, requiredTime } from '../message-part';
import { currencyCode, fromMinorUnits } from '../money';
import type { Ask, Identity, ShopMessage, Translation } from '../shop';

/** Lemon Squeezy gives its messages no ids. API objects contain URLs that are signed anew each time. */
export function identifyLemonSqueezy({ from, body }: ShopMessage): Identity {
  const message = MessagePart.parse(body);
  const [data, attributes] = [message.at('data'), message.at('data', 'attributes')];
  const type = idText([message.at('meta', 'event_name').id ?? data.at('type').requiredId]);
  if (from === 'webhook') return { id: hashId(body), type };
  const state = ['updated_at', 'status', 'refunded_amount'].map((name) => attributes.at(name).id ?? '');
  return { id: idText([type, data.at('id').requiredId, ...state]), type };
}

/** By kind of object, not by event: each object contains everything that has happened so far. */
export async function translateLemonSqueezy({ body }: ShopMessage, _ask: Ask | undefined): Promise<Translation> {
  const message = MessagePart.parse(body);
  const data = message.at('data');
  const type = data.at('type').requiredId;
  const event = message.at('meta', 'event_name').text();
  if (type === 'orders') return translateOrder(data);
  if (type === 'subscriptions') return translateSubscription(data);
  if (type === 'subscription-invoices') return translateInvoice(data, event);
  return Promise.resolve({ facts: [], remark: `Messages about ${type} say nothing about what was bought.` });
}

/** Ids are numbers, separate for each kind of object. */
const orderId = (id: string): string => `order:${id}`;
const subscriptionId = (id: string): string => `subscription:${id}`;
/** The first payment of a subscription, reported by its order and its first invoice. */
const firstPayment = (id: string): string => `subscription:${id}:first`;

const isTest = (data: MessagePart): boolean => data.at('attributes', 'test_mode').isTrue;

function commonOf(data: MessagePart) {
  const attributes = data.at('attributes');
  const code = currencyCode(attributes.at('currency').text());
  const { whole } = attributes.at('total');
  return {
    isTest: isTest(data),
    buyer: {
      email: attributes.at('user_email').text(),
      name: attributes.at('user_name').text(),
      id: attributes.at('customer_id').id,
    },
    ...(code !== undefined && whole !== undefined && { total: fromMinorUnits(whole, code, 2), currency: code }),
  };
}

function translateOrder(data: MessagePart): Translation {
  const attributes = data.at('attributes');
  const status = attributes.at('status').text() ?? '';
  if (!['paid', 'refunded', 'partial_refund', 'fraudulent'].includes(status))
    return { facts: [], remark: `The order is ${status || 'in no state'}: nothing was paid.` };
  const order = orderId(data.at('id').requiredId);
  const common = { ...commonOf(data), order, payment: order };
  const item = attributes.at('first_order_item');
  const paid = makeFact({
    ...common,
    kind: 'paid',
    id: [order],
    at: requiredTime(attributes.at('created_at'), 'time'),
    references: [attributes.at('identifier').id],
    items: makeItem(namesOf(item), item.at('quantity').quantity, { title: titleOf(item) }),
    invoice: attributes.at('order_number').id,
  });
  const taken = status === 'fraudulent' ? disputeOf(data, order) : refundOf(data, order, order);
  return { facts: taken ? [paid, taken] : [paid] };
}

function disputeOf(data: MessagePart, order: string) {
  const at = requiredTime(data.at('attributes', 'updated_at'), 'time');
  return makeFact({ kind: 'disputed', isLost: true, id: [order], at, isTest: isTest(data), order, payment: order });
}

/** Undefined if nothing was refunded. */
function refundOf(data: MessagePart, order: string, payment: string) {
  const attributes = data.at('attributes');
  const [amount, total] = [attributes.at('refunded_amount').whole, attributes.at('total').whole];
  const isAll = amount !== undefined && total !== undefined ? amount >= total : attributes.at('refunded').isTrue;
  if (!attributes.at('refunded').isTrue && !attributes.at('status').is('refunded', 'partial_refund')) return undefined;
  return makeFact({
    kind: 'refunded',
    refunded: isAll ? 'all' : 'part',
    id: [data.at('type').requiredId, data.at('id').requiredId, amount ?? 'all'],
    at: attributes.at('refunded_at').time ?? requiredTime(attributes.at('updated_at'), 'time'),
    isTest: isTest(data),
    order,
    payment,
    references: [],
  });
}

/** A variant first: that is what Lemon Squeezy sells, and its number is unique. */
function namesOf(item: MessagePart): (string | undefined)[] {
  const [price, product] = [item.at('price_id').id, item.at('product_id').id];
  return [item.at('variant_id').id, price && `price:${price}`, product && `product:${product}`];
}

function titleOf(item: MessagePart): string | undefined {
  const [product, variant] = [item.at('product_name').text(), item.at('variant_name').text()];
  return variant === undefined || variant === 'Default'
    ? product
    : [product, variant].filter(Boolean).join(', ').slice(0, 191);
}

const KINDS: Readonly<Record<string, FactKind>> = {
  on_trial: 'changed',
  active: 'changed',
  // It runs until its end, which is reported then.
  cancelled: 'changed',
  paused: 'pastDue',
  past_due: 'pastDue',
  unpaid: 'pastDue',
  expired: 'ended',
};

function translateSubscription(data: MessagePart): Translation {
  const attributes = data.at('attributes');
  const status = attributes.at('status').text() ?? '';
  const kind = Object.hasOwn(KINDS, status) ? KINDS[status] : undefined;
  if (kind === undefined) return { facts: [], remark: `The subscription is ${status || 'in no state'}.` };
  const number = data.at('id').requiredId;
  const [subscription, orderNumber] = [subscriptionId(number), attributes.at('order_id').id];
  const order = orderNumber === undefined ? subscription : orderId(orderNumber);
  const at = requiredTime(attributes.at('updated_at'), 'time');
  const first = attributes.at('first_subscription_item');
  const { total: _, currency: __, ...common } = commonOf(data);
  const fact = makeFact({
    ...common,
    kind,
    id: kind === 'ended' ? [subscription] : [subscription, at],
    at,
    order,
    payment: undefined,
    references: [subscription],
    paidUntil: kind === 'changed' ? periodEnd(attributes) : undefined,
    // Without the first item, the quantity is unknown.
    items: first.isObject
      ? makeItem(namesOf(attributes), first.at('quantity').quantity, { title: titleOf(attributes) })
      : undefined,
  });
  if (order === subscription) return { facts: [fact] };
  const naming = {
    kind: 'changed',
    id: [subscription, 'first'],
    at,
    isTest: isTest(data),
    order,
    payment: order,
  } as const;
  return { facts: [fact, makeFact({ ...naming, references: [firstPayment(number)] })] };
}

const periodEnd = (attributes: MessagePart): number | undefined =>
  attributes.at('ends_at').time ?? attributes.at('trial_ends_at').time ?? attributes.at('renews_at').time;

function translateInvoice(data: MessagePart, event: string | undefined): Translation {
  const attributes = data.at('attributes');
  const [id, number] = [`invoice:${data.at('id').requiredId}`, attributes.at('subscription_id').requiredId];
  const [order, isFirst] = [subscriptionId(number), attributes.at('billing_reason').is('initial')];
  const at = requiredTime(attributes.at('created_at'), 'time');
  if (event === 'subscription_payment_failed' || attributes.at('status').is('pending', 'void')) {
    if (isFirst || event === undefined) return { facts: [], remark: 'The invoice is not paid.' };
    const failedAt = requiredTime(attributes.at('updated_at'), 'time');
    const fact = { kind: 'pastDue', id: [id], at: failedAt, isTest: isTest(data), order, payment: undefined } as const;
    return { facts: [makeFact(fact)] };
  }
  const payment = isFirst ? firstPayment(number) : id;
  const paid = makeFact({
    ...commonOf(data),
    kind: isFirst ? 'paid' : 'renewed',
    id: [id],
    at,
    order,
    payment,
    references: [],
  });
  const refund = refundOf(data, order, payment);
  return { facts: refund ? [paid, refund] : [paid] };
}
