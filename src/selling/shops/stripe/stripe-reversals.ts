import { askShop } from '../answers';
import { makeFact } from '../make-fact';
import type { MessagePart } from '../message-part';
import type { Ask, Translation } from '../shop';
import type { StripeEvent } from './stripe-objects';

type When = Pick<StripeEvent, 'at' | 'isTest'>;

/** The charge contains the total refunded amount. */
export const translateCharge = (event: StripeEvent): Translation => ({ facts: [refundOf(event.object, event)] });

/** A refund alone doesn't tell whether anything is left: its charge does. */
export async function translateRefund(
  { at, isTest, type, object: refund }: StripeEvent,
  ask: Ask | undefined,
): Promise<Translation> {
  const charge = refund.at('charge').id;
  const hasFailed = type === 'refund.failed' || refund.at('status').is('failed', 'canceled');
  if (charge === undefined) return { facts: [], remark: 'The refund is of no charge.' };
  const whole = ask && (await askShop(ask, 'Stripe', `/v1/charges/${encodeURIComponent(charge)}`));
  if (whole) return { facts: [refundOf(whole, { at, isTest }, hasFailed)] };
  if (!hasFailed)
    return { facts: [], remark: 'A refund alone doesn’t say whether all was refunded: charge.refunded does.' };
  const references = [charge];
  const payment = refund.at('payment_intent').id ?? charge;
  const id = [charge, 'failed', refund.at('id').requiredId];
  return { facts: [makeFact({ kind: 'refunded', refunded: 'part', id, at, isTest, payment, references })] };
}

/** @param hasFailed whether a refund failed, so that less is refunded than before */
function refundOf(charge: MessagePart, { at, isTest }: When, hasFailed = false) {
  const [id, amount] = [charge.at('id').requiredId, charge.at('amount_refunded').whole];
  const isAll =
    charge.at('refunded').isTrue || (amount !== undefined && amount > 0 && amount === charge.at('amount').whole);
  return makeFact({
    kind: 'refunded',
    refunded: isAll ? 'all' : 'part',
    id: hasFailed ? [id, 'failed', at] : [id, amount ?? 'all'],
    at,
    isTest,
    payment: charge.at('payment_intent').id ?? id,
    references: [id, charge.at('invoice').id],
  });
}

/** By the dispute's status: several types of events report one. */
export function translateDispute({ at, isTest, type, object: dispute }: StripeEvent): Translation {
  const id = dispute.at('id').requiredId;
  const status = dispute.at('status').text() ?? '';
  const charge = dispute.at('charge').id;
  const payment = dispute.at('payment_intent').id ?? charge;
  const common = { at, isTest, payment, references: [charge] };
  if (payment === undefined) return { facts: [], remark: 'The dispute is about no charge.' };
  if (status === 'won' || type === 'charge.dispute.funds_reinstated')
    return { facts: [makeFact({ ...common, kind: 'disputeWon', id: [id] })] };
  if (status === 'lost') return { facts: [makeFact({ ...common, kind: 'disputed', id: [id, 'lost'], isLost: true })] };
  if (/^(?:appeal_)?(?:needs_response|under_review)$/.test(status))
    return { facts: [makeFact({ ...common, kind: 'disputed', id: [id], isLost: false })] };
  return { facts: [], remark: `The dispute is ${status || 'in no state'}: no money was taken back.` };
}
