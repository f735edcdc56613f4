import type { OrderedItem } from '../facts';
import { makeFact, makeItem } from '../make-fact';
import { type Ask, NeedsToken, type Translation } from '../shop';
import { lineItems, moneyOf, type StripeEvent, wholeList } from './stripe-objects';

/** A checkout that was completed, or paid later. */
export async function translateSession(
  { at, isTest, object: session }: StripeEvent,
  ask: Ask | undefined,
): Promise<Translation> {
  if (session.at('mode').is('setup')) return { facts: [], remark: 'The checkout only set up a way to pay.' };
  if (session.at('payment_status').is('unpaid'))
    return { facts: [], remark: 'Not paid yet: checkout.session.async_payment_succeeded tells when it is.' };
  const id = session.at('id').requiredId;
  const [payment, subscription] = [session.at('payment_intent').id, session.at('subscription').id];
  const found = subscription === undefined ? await itemsOf(id, { at, isTest, object: session }, ask) : {};
  const details = session.at('customer_details');
  const fact = makeFact({
    kind: 'paid',
    id: [id],
    at,
    isTest,
    order: subscription ?? payment ?? id,
    payment: payment ?? session.at('invoice').id,
    references: [id, session.at('invoice').id],
    items: found.items,
    buyer: {
      email: details.at('email').text() ?? session.at('customer_email').text(),
      name: details.at('name').text() ?? details.at('individual_name').text() ?? details.at('business_name').text(),
      language: session.at('locale').text(),
      id: session.at('customer').id,
    },
    invoice: session.at('invoice', 'number').text(),
    ...moneyOf(session.at('amount_total'), session.at('currency')),
  });
  const remark =
    subscription === undefined
      ? found.remark
      : 'What was bought is told by invoice.paid and customer.subscription.created.';
  return { facts: [fact], ...(remark !== undefined && { remark }) };
}

async function itemsOf(
  id: string,
  { object: session }: Pick<StripeEvent, 'at' | 'isTest' | 'object'>,
  ask: Ask | undefined,
): Promise<{ items?: readonly OrderedItem[]; remark?: string }> {
  const link = session.at('payment_link').id;
  const lines = await wholeList(
    session.at('line_items'),
    `/v1/checkout/sessions/${encodeURIComponent(id)}/line_items`,
    ask,
  );
  if (lines && lines.length > 0) return { items: lineItems(lines, link) };
  if (link !== undefined)
    return {
      items: makeItem([link], 1),
      remark: 'Without an API token, what was bought is known by the payment link alone, and taken to be one.',
    };
  throw new NeedsToken(
    'Stripe’s message doesn’t say what was bought. Give the source an API token (a restricted key that may read Checkout Sessions), or sell by payment links.',
  );
}
