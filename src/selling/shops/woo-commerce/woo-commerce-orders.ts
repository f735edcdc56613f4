import type { OrderedItem } from '../facts';
import { type FactDraft, makeFact, makeItem } from '../make-fact';
import { type MessagePart, requiredTime } from '../message-part';
import { currencyCode, fromDecimal } from '../money';
import type { Translation } from '../shop';

const PAID = ['processing', 'completed', 'refunded', 'cancelled'];

/** What was paid, and what has been refunded since. */
export function translateOrder(order: MessagePart): Translation {
  const status = order.at('status').text() ?? '';
  const paidAt = order.at('date_paid_gmt').time ?? order.at('date_paid').time;
  const isPaid = PAID.includes(status) && (paidAt !== undefined || status === 'processing' || status === 'completed');
  if (!isPaid) return { facts: [], remark: `The order is ${status || 'in no state'}: it is not paid.` };
  const id = order.at('id').requiredId;
  const [renewed, switched] = [noted(order, '_subscription_renewal')?.id, switchedBy(order)];
  const subscription = renewed ?? switched;
  const common = { isTest: false, order: subscription ?? id, payment: id, references: [] };
  const facts = [
    makeFact({
      ...common,
      kind: subscription === undefined ? 'paid' : 'renewed',
      id: [id],
      at: paidAt ?? requiredTime(order.at('date_created_gmt'), 'time'),
      // The order of a switch lists only what is new; the subscription says what it consists of.
      items: switched === undefined ? itemsOf(order) : undefined,
      buyer: buyerOf(order),
      invoice: order.at('number').id,
      ...moneyOf(order),
    }),
    ...takenBack(order, common, status),
  ];
  return { facts };
}

/** A variation first, then its product; both have ids of the same kind. */
export function itemsOf(order: MessagePart): OrderedItem[] {
  return order.at('line_items').list.flatMap((line) => {
    const [variation, product, sku] = [line.at('variation_id').id, line.at('product_id').id, line.at('sku').id];
    const names = [variation, product].map((name) => (name === '0' ? undefined : name));
    return makeItem([...names, sku && `sku:${sku}`], line.at('quantity').quantity, { title: line.at('name').text() });
  });
}

export function buyerOf(order: MessagePart) {
  const billing = order.at('billing');
  const names = [billing.at('first_name').text(), billing.at('last_name').text()].filter((name) => name !== undefined);
  const customer = order.at('customer_id').id;
  return {
    email: billing.at('email').text(),
    name: names.join(' ').slice(0, 191) || undefined,
    // 0 means guest.
    id: customer === '0' ? undefined : customer,
  };
}

/** A note of WooCommerce Subscriptions. */
const noted = (order: MessagePart, name: string): MessagePart | undefined =>
  order
    .at('meta_data')
    .list.find((each) => each.at('key').is(name))
    ?.at('value');

/** The subscription whose items the order switches; undefined if it begins another one with them. */
function switchedBy(order: MessagePart): string | undefined {
  const subscription = noted(order, '_subscription_switch')?.id;
  if (subscription === undefined) return undefined;
  const items = noted(order, '_subscription_switch_data')?.at(subscription, 'switches');
  const isWithin = items?.names.every((item) => !items.at(item, 'add_line_item').isAbsent) ?? true;
  return isWithin ? subscription : undefined;
}

function moneyOf(order: MessagePart): { total?: string; currency?: string } {
  const code = currencyCode(order.at('currency').text());
  const { decimal } = order.at('total');
  return code === undefined || decimal === undefined ? {} : { total: fromDecimal(decimal, code), currency: code };
}

function takenBack(
  order: MessagePart,
  common: Pick<FactDraft, 'isTest' | 'order' | 'payment' | 'references'>,
  status: string,
) {
  const refunds = order.at('refunds').list.flatMap((refund) => thousandths(refund.at('total').decimal) ?? []);
  const sum = refunds.reduce((total, each) => total + (each < 0n ? -each : each), 0n);
  const total = thousandths(order.at('total').decimal);
  const isAll = status === 'refunded' || (sum > 0n && total !== undefined && sum >= total);
  if (isAll || sum > 0n) {
    const id = [common.payment ?? '', isAll ? 'all' : String(sum)];
    const at = modifiedAt(order);
    return [makeFact({ ...common, kind: 'refunded', refunded: isAll ? 'all' : 'part', id, at })];
  }
  return status === 'cancelled'
    ? [makeFact({ ...common, kind: 'ended', id: [common.payment ?? ''], at: modifiedAt(order) })]
    : [];
}

/** As an integer, so that sums are exact. */
function thousandths(amount: string | undefined): bigint | undefined {
  if (amount === undefined) return undefined;
  const [whole, fraction = ''] = amount.split('.');
  return BigInt(`${whole}${fraction.slice(0, 3).padEnd(3, '0')}`);
}

const modifiedAt = (order: MessagePart): number => requiredTime(order.at('date_modified_gmt'), 'time');
