import type { OrderedItem } from '../facts';
import { type FactDraft, makeFact, makeItem } from '../make-fact';
import { MessagePart } from '../message-part';
import type { Ask, Translation } from '../shop';
import { moneyOf, namesOfPrice, quantityOf, type StripeEvent, wholeList } from './stripe-objects';

export async function translateInvoice(event: StripeEvent, ask: Ask | undefined): Promise<Translation> {
  const { object: invoice, type } = event;
  const id = invoice.at('id').requiredId;
  const lines = await wholeList(invoice.at('lines'), `/v1/invoices/${encodeURIComponent(id)}/lines`, ask);
  const subscription = subscriptionOf(invoice);
  if (type === 'invoice.payment_failed') return translateFailure(event, subscription);
  const payments = await paymentsOf(invoice, id, ask);
  const common = { ...commonOf(event), payment: payments[0] ?? id, references: [id, ...payments] };
  if (subscription === undefined) return oneTime(common, payments[0], lines);
  const recurring = (lines ?? []).filter((line) => isRecurring(line) && !isProration(line));
  const isChange = invoice.at('billing_reason').is('subscription_update', 'subscription_threshold');
  const isFirst = invoice.at('billing_reason').is('subscription_create');
  const fact = makeFact({
    ...common,
    kind: isFirst ? 'paid' : 'renewed',
    order: subscription,
    paidUntil: endOf(lines ?? []),
    // The invoice of an update lists only changes.
    items: isChange ? undefined : recurringItems(recurring),
  });
  const once = isFirst ? (lines ?? []).filter((line) => !isRecurring(line)) : [];
  const apart = oneTimeItems(once);
  return {
    facts: [fact, ...(apart.length > 0 ? [boughtBeside(common, id, apart)] : [])],
    ...(!lines && { remark: 'The invoice is longer than the message; without an API token its lines are not known.' }),
  };
}

/** Links a payment to its invoice, which newer API versions report nowhere else. */
export function translateInvoicePayment({ at, isTest, object }: StripeEvent): Translation {
  const paid = object.at('payment');
  const payment = paid.at('payment_intent').id ?? paid.at('charge').id;
  if (payment === undefined) return { facts: [], remark: 'The invoice was paid outside of Stripe.' };
  const [id, invoice] = [object.at('id').requiredId, object.at('invoice').requiredId];
  return { facts: [makeFact({ kind: 'changed', id: [id], at, isTest, payment, references: [invoice] })] };
}

function translateFailure(
  { id, at, isTest, object: invoice }: StripeEvent,
  subscription: string | undefined,
): Translation {
  if (subscription === undefined || invoice.at('billing_reason').is('subscription_create'))
    return { facts: [], remark: 'The first payment failed, so nothing was sold yet.' };
  const references = [invoice.at('id').id];
  return {
    facts: [makeFact({ kind: 'pastDue', id: [id], at, isTest, order: subscription, payment: undefined, references })],
  };
}

type Common = Omit<FactDraft, 'kind'>;

function commonOf({ at, isTest, object: invoice }: StripeEvent): Common {
  return {
    id: [invoice.at('id').requiredId],
    at,
    isTest,
    payment: undefined,
    buyer: {
      email: invoice.at('customer_email').text(),
      name: invoice.at('customer_name').text(),
      id: invoice.at('customer').id,
    },
    invoice: invoice.at('number').text(),
    ...moneyOf(
      invoice.at('amount_paid').isAbsent ? invoice.at('total') : invoice.at('amount_paid'),
      invoice.at('currency'),
    ),
  };
}

/** Without the payment, it is unknown whether a checkout has reported this sale already. */
function oneTime(common: Common, order: string | undefined, lines: readonly MessagePart[] | undefined): Translation {
  const items = lines && oneTimeItems(lines);
  const fact = makeFact({ ...common, kind: 'paid', order, items });
  if (order !== undefined) return { facts: [fact] };
  return {
    facts: [fact],
    remark:
      'Without an API token it isn’t known which payment paid this invoice, so it waits for the checkout that it belongs to.',
  };
}

/** A one-time item of a subscription's checkout: an order of its own, independent of the subscription's end. */
function boughtBeside(common: Common, invoice: string, items: readonly OrderedItem[]) {
  const order = `${invoice}:once`;
  return makeFact({
    ...common,
    kind: 'paid',
    id: [order],
    order,
    payment: order,
    references: [],
    items,
    total: undefined,
  });
}

const subscriptionOf = (invoice: MessagePart): string | undefined =>
  invoice.at('subscription').id ?? invoice.at('parent', 'subscription_details', 'subscription').id;

const isRecurring = (line: MessagePart): boolean =>
  line.at('type').is('subscription') ||
  line.at('subscription_item').id !== undefined ||
  line.at('parent', 'type').is('subscription_item_details');

const isProration = (line: MessagePart): boolean =>
  line.at('proration').is(true) ||
  line.at('parent', 'subscription_item_details', 'proration').is(true) ||
  line.at('parent', 'invoice_item_details', 'proration').is(true);

function recurringItems(lines: readonly MessagePart[]): OrderedItem[] {
  const found = new Map<string, OrderedItem>();
  for (const line of lines) {
    const own =
      line.at('subscription_item').id ?? line.at('parent', 'subscription_item_details', 'subscription_item').id;
    const details = { line: own, title: line.at('description').text() };
    for (const item of makeItem(namesOfPrice(line), quantityOf(line), details)) {
      // A graduated price has a line per tier.
      const key = `${own} ${item.names[0]}`;
      const other = found.get(key);
      found.set(key, { ...item, quantity: item.quantity + (other?.quantity ?? 0) });
    }
  }
  return [...found.values()];
}

const oneTimeItems = (lines: readonly MessagePart[]): OrderedItem[] =>
  lines
    .filter((line) => !isProration(line))
    .flatMap((line) => makeItem(namesOfPrice(line), quantityOf(line), { title: line.at('description').text() }));

/** The latest end of its lines; the invoice's own period is the previous one. */
function endOf(lines: readonly MessagePart[]): number | undefined {
  const ends = lines.flatMap((line) =>
    isRecurring(line) || isProration(line) ? (line.at('period', 'end').seconds ?? []) : [],
  );
  return ends.length === 0 ? undefined : Math.max(...ends);
}

/** Newer API versions: requested, as the message doesn't contain them. */
async function paymentsOf(invoice: MessagePart, id: string, ask: Ask | undefined): Promise<readonly string[]> {
  const own = [invoice.at('payment_intent').id, invoice.at('charge').id].filter((each) => each !== undefined);
  if (own.length > 0 || invoice.at('amount_paid').is(0)) return own;
  const path = `/v1/invoice_payments?invoice=${encodeURIComponent(id)}&status=paid`;
  const list = (await wholeList(invoice.at('payments'), path, ask)) ?? [];
  return list.flatMap((each) => each.at('payment', 'payment_intent').id ?? each.at('payment', 'charge').id ?? []);
}
