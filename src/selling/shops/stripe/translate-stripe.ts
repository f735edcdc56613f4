import { idText } from '../make-fact';
import { MessagePart, requiredTime } from '../message-part';
import { type Ask, type Identity, type ShopMessage, type Translation, UnreadableMessage } from '../shop';
import { translateInvoice, translateInvoicePayment } from './stripe-invoices';
import type { StripeEvent } from './stripe-objects';
import { translateCharge, translateDispute, translateRefund } from './stripe-reversals';
import { translateSession } from './stripe-sessions';
import { translateSubscription } from './stripe-subscriptions';

type Translate = (event: StripeEvent, ask: Ask | undefined) => Promise<Translation> | Translation;

/** Also the types to ask for. */
export const STRIPE_TYPES: Readonly<Record<string, Translate>> = {
  'checkout.session.completed': translateSession,
  'checkout.session.async_payment_succeeded': translateSession,
  'invoice.paid': translateInvoice,
  'invoice.payment_succeeded': translateInvoice,
  'invoice.payment_failed': translateInvoice,
  'invoice_payment.paid': translateInvoicePayment,
  'customer.subscription.created': translateSubscription,
  'customer.subscription.updated': translateSubscription,
  'customer.subscription.deleted': translateSubscription,
  'customer.subscription.paused': translateSubscription,
  'customer.subscription.resumed': translateSubscription,
  'charge.refunded': translateCharge,
  'charge.refund.updated': translateRefund,
  'refund.created': translateRefund,
  'refund.updated': translateRefund,
  'refund.failed': translateRefund,
  'charge.dispute.created': translateDispute,
  'charge.dispute.updated': translateDispute,
  'charge.dispute.closed': translateDispute,
  'charge.dispute.funds_withdrawn': translateDispute,
  'charge.dispute.funds_reinstated': translateDispute,
};

const OTHER_TYPES: Readonly<Record<string, string>> = {
  'checkout.session.async_payment_failed': 'The payment failed, so nothing was sold.',
  'checkout.session.expired': 'The checkout expired, so nothing was sold.',
  'payment_intent.succeeded':
    'A payment alone doesn’t say what was bought: checkout.session.completed or invoice.paid does.',
  'charge.succeeded': 'A payment alone doesn’t say what was bought: checkout.session.completed or invoice.paid does.',
};

export function identifyStripe(message: ShopMessage): Identity {
  const body = MessagePart.parse(message.body);
  return { id: body.at('id').requiredId, type: idText([body.at('type').requiredId]) };
}

export async function translateStripe(message: ShopMessage, ask: Ask | undefined): Promise<Translation> {
  const body = MessagePart.parse(message.body);
  const type = body.at('type').requiredId;
  if (body.at('object').is('v2.core.event'))
    throw new UnreadableMessage(
      'This is a thin event, which doesn’t hold the object. Choose the payload style "Snapshot" for the endpoint at Stripe.',
    );
  const translate = Object.hasOwn(STRIPE_TYPES, type) ? STRIPE_TYPES[type] : undefined;
  if (!translate)
    return { facts: [], remark: OTHER_TYPES[type] ?? `Events of type ${type} say nothing about what was bought.` };
  const object = body.at('data', 'object');
  if (!object.isObject) throw object.unreadable('is missing');
  const event = {
    id: body.at('id').requiredId,
    type,
    at: requiredTime(body.at('created'), 'seconds'),
    isTest: body.at('livemode').is(false),
    object,
  };
  return translate(event, ask);
}
