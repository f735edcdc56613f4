import { askShop } from '../answers';
import type { Buyer } from '../facts';
import { type FactDraft, makeFact } from '../make-fact';
import type { MessagePart } from '../message-part';
import { currencyCode, fromMinorUnits } from '../money';
import { type Ask, NeedsToken, type Translation } from '../shop';
import { isRecurring, itemOf, type PaddleEvent } from './paddle-objects';

export async function translateTransaction(event: PaddleEvent, ask: Ask | undefined): Promise<Translation> {
  const { type, data } = event;
  if (type === 'transaction.payment_failed' || type === 'transaction.past_due') return translateFailure(event);
  if (type !== 'transaction.paid' && type !== 'transaction.completed')
    return { facts: [], remark: `Nothing was paid yet: transaction.completed tells when it was.` };
  const items = data.at('items').list;
  const subscription = data.at('subscription_id').id;
  const origin = data.at('origin').text() ?? '';
  if (origin === 'subscription_payment_method_change')
    return { facts: [], remark: 'The buyer changed the way to pay.' };
  if (subscription === undefined && items.some(isRecurring))
    return { facts: [], remark: 'Paddle is still working on it: transaction.completed tells the subscription.' };
  const common = { ...commonOf(event), buyer: await buyerOf(data, ask) };
  const transaction = data.at('id').requiredId;
  const once = items.filter((item) => !isRecurring(item));
  const isCharge = origin === 'subscription_charge';
  if (subscription === undefined || isCharge)
    return {
      facts: [
        makeFact({ ...common, kind: 'paid', id: [transaction], order: transaction, items: once.flatMap(itemOf) }),
      ],
    };
  const isFirst = origin !== 'subscription_recurring' && origin !== 'subscription_update';
  const fact = makeFact({
    ...common,
    kind: isFirst ? 'paid' : 'renewed',
    id: [transaction],
    order: subscription,
    references: [transaction],
    paidUntil: data.at('billing_period', 'ends_at').time,
    // The transaction of an update lists only changes.
    items: origin === 'subscription_update' ? undefined : items.filter(isRecurring).flatMap(itemOf),
  });
  const beside = once.flatMap(itemOf);
  return { facts: beside.length === 0 ? [fact] : [fact, boughtBeside(common, transaction, beside)] };
}

type Common = Omit<FactDraft, 'kind' | 'id'>;

function commonOf({ at, isTest, data }: PaddleEvent): Common {
  const totals = data.at('details', 'totals');
  const code = currencyCode(data.at('currency_code').text());
  const { whole } = totals.at('grand_total').isAbsent ? totals.at('total') : totals.at('grand_total');
  return {
    at,
    isTest,
    payment: data.at('id').requiredId,
    invoice: data.at('invoice_number').text(),
    ...(code !== undefined && whole !== undefined && { total: fromMinorUnits(whole, code), currency: code }),
  };
}

/** A one-time item bought with a subscription: an order of its own, independent of the subscription's end. */
function boughtBeside(common: Common, transaction: string, items: FactDraft['items']) {
  const order = `${transaction}:once`;
  return makeFact({ ...common, kind: 'paid', id: [order], order, payment: order, items, total: undefined });
}

/** Paddle's messages contain no email address: it is requested from the API. */
async function buyerOf(data: MessagePart, ask: Ask | undefined): Promise<Buyer> {
  const id = data.at('customer_id').id;
  const own = data.at('customer');
  if (own.at('email').text() !== undefined) return read(own, id);
  if (id === undefined) return {};
  if (!ask)
    throw new NeedsToken(
      'Paddle’s messages don’t hold the buyer’s email address. Give the source an API key that may read customers.',
    );
  const answer = await askShop(ask, 'Paddle', `/customers/${encodeURIComponent(id)}`);
  return answer ? read(answer.at('data'), id) : { id };
}

const read = (customer: MessagePart, id: string | undefined): Buyer => ({
  email: customer.at('email').text(),
  name: customer.at('name').text(),
  language: customer.at('locale').text(),
  id,
});

function translateFailure({ id, at, isTest, data }: PaddleEvent): Translation {
  const order = data.at('subscription_id').id;
  if (order === undefined) return { facts: [], remark: 'The first payment failed, so nothing was sold yet.' };
  return { facts: [makeFact({ kind: 'pastDue', id: [id], at, isTest, order, payment: undefined })] };
}
