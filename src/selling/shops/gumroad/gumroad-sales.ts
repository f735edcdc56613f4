import { addDuration } from '../../../platform/calendar/duration';
import type { Fact, OrderedItem } from '../facts';
import { makeFact, makeItem } from '../make-fact';
import { type MessagePart, requiredTime } from '../message-part';
import { fromMinorUnits } from '../money';
import type { Translation } from '../shop';

const MONTHS: Readonly<Record<string, number>> = {
  monthly: 1,
  quarterly: 3,
  biannually: 6,
  yearly: 12,
  every_two_years: 24,
};

/** Fields read from the API. Others, such as age or rating, change all the time. */
export const SALE_FIELDS = [
  'id created_at purchaser_id purchase_email email full_name order_id price product_id product_name',
  'product_permalink variants quantity is_preorder_authorization subscription_id subscription_duration',
  'recurring_charge is_upgrade_purchase is_gift_sender_purchase refunded partially_refunded disputed dispute_won',
].flatMap((names) => names.split(' '));

/** Ids of different kinds of objects look alike. */
const saleId = (id: string): string => `sale:${id}`;
export const subscriptionId = (id: string): string => `subscription:${id}`;

/** All that happened to a sale so far. @param sale of a ping or of the API, which name some fields differently */
export function translateSale(sale: MessagePart, isTest: boolean): Translation {
  // A gift is two sales: the API lists the giver's, the ping is about the recipient's.
  if (sale.at('is_gift_sender_purchase').isTrue)
    return { facts: [], remark: 'A gift: the ping about whoever gets it makes the license key.' };
  return { facts: factsOfSale(sale, isTest) };
}

function factsOfSale(sale: MessagePart, isTest: boolean): Fact[] {
  const id = saleId(sale.at('sale_id').id ?? sale.at('id').requiredId);
  const subscription = sale.at('subscription_id').id;
  const order = subscription === undefined ? id : subscriptionId(subscription);
  const created = sale.at('sale_timestamp').isAbsent ? sale.at('created_at') : sale.at('sale_timestamp');
  const at = requiredTime(created, 'time');
  const common = { isTest, order, payment: id, references: [] };
  if (sale.at('is_preorder_authorization').isTrue) return [];
  const isFurther =
    sale.at('recurring_charge').isTrue ||
    sale.at('is_recurring_charge').isTrue ||
    sale.at('is_upgrade_purchase').isTrue;
  const [recurrence, price] = [
    sale.at('recurrence').text() ?? sale.at('subscription_duration').text() ?? '',
    sale.at('price').whole,
  ];
  const facts = [
    makeFact({
      ...common,
      kind: isFurther ? 'renewed' : 'paid',
      id: [id],
      at,
      paidUntil: subscription === undefined ? undefined : addDuration(at, { months: MONTHS[recurrence] ?? 1, days: 0 }),
      items: itemOf(sale, variantOf(sale), sale.at('quantity').quantity),
      buyer: {
        email: sale.at('purchase_email').text() ?? sale.at('email').text(),
        name: sale.at('full_name').text(),
        id: sale.at('purchaser_id').id,
      },
      invoice: sale.at('order_number').id ?? sale.at('order_id').id,
      // Gumroad reports cents of US dollars, whatever the buyer pays in.
      ...(price !== undefined && { total: fromMinorUnits(price, 'USD'), currency: 'USD' }),
    }),
  ];
  // Their times are unknown, and only their order matters.
  if (sale.at('partially_refunded').isTrue)
    facts.push(makeFact({ ...common, kind: 'refunded', refunded: 'part', id: [id, 'part'], at: at + 1 }));
  if (sale.at('refunded').isTrue)
    facts.push(makeFact({ ...common, kind: 'refunded', refunded: 'all', id: [id, 'all'], at: at + 2 }));
  // Gumroad takes the money at once, and reports only if it comes back.
  if (sale.at('disputed').isTrue)
    facts.push(makeFact({ ...common, kind: 'disputed', isLost: true, id: [id], at: at + 3 }));
  if (sale.at('dispute_won').isTrue) facts.push(makeFact({ ...common, kind: 'disputeWon', id: [id], at: at + 4 }));
  return facts;
}

/** `{"Tier": "Pro", "Platform": "Mac"}` becomes "Pro, Mac". */
function variantOf(sale: MessagePart): string | undefined {
  const variants = sale.at('variants');
  const names = variants.names.flatMap((name) => variants.at(name).text() ?? []);
  return names.join(', ') || variants.text();
}

export function itemOf(holder: MessagePart, variant: string | undefined, quantity: number): OrderedItem[] {
  const product = holder.at('product_id').id;
  // A ping has the product's URL, the API its last part.
  const permalink = holder.at('permalink').id ?? holder.at('product_permalink').id?.split('/').at(-1);
  const exact = variant === undefined ? undefined : `${permalink ?? product}/${variant}`.slice(0, 191);
  const short = holder.at('short_product_id').id;
  return makeItem([exact, permalink, short, product], quantity, { title: holder.at('product_name').text() });
}
