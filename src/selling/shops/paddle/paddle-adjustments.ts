import { askShop } from '../answers';
import { makeFact } from '../make-fact';
import type { Ask, Translation } from '../shop';
import { isRecurring, type PaddleEvent } from './paddle-objects';

/** A refund, a chargeback, or a reversal of one. */
export async function translateAdjustment(event: PaddleEvent, ask: Ask | undefined): Promise<Translation> {
  const { at, isTest, data } = event;
  const [id, payment] = [data.at('id').requiredId, data.at('transaction_id').requiredId];
  const action = data.at('action').text() ?? '';
  const status = data.at('status').text() ?? '';
  const order = data.at('subscription_id').id ?? payment;
  const common = { id: [id], at, isTest, order, payment, references: [payment] };
  if (action === 'chargeback_reverse') return { facts: [makeFact({ ...common, kind: 'disputeWon' })] };
  if (status !== 'approved' && status !== 'reversed')
    return { facts: [], remark: `The ${action || 'adjustment'} is ${status || 'in no state'}.` };
  // Paddle takes the money at once, and reports only if it comes back.
  if (action === 'chargeback')
    return { facts: [makeFact({ ...common, kind: 'disputed', isLost: status === 'approved' })] };
  if (action !== 'refund') return { facts: [], remark: `Adjustments of the kind ${action} take no payment back.` };
  const isAll = status === 'approved' && isWhole(event);
  const refund = { ...common, kind: 'refunded', refunded: isAll ? 'all' : 'part' } as const;
  if (!isAll || order === payment || !(await hasItemsBeside(payment, ask))) return { facts: [makeFact(refund)] };
  const once = `${payment}:once`;
  return {
    facts: [makeFact(refund), makeFact({ ...refund, id: [id, 'once'], order: once, payment: once, references: [] })],
  };
}

function isWhole({ data }: PaddleEvent): boolean {
  const type = data.at('type');
  if (!type.isAbsent) return type.is('full');
  const items = data.at('items').list;
  return items.length > 0 && items.every((item) => item.at('type').is('full'));
}

/** Whether a one-time item was bought together with the subscription. */
async function hasItemsBeside(transaction: string, ask: Ask | undefined): Promise<boolean> {
  const answer = ask && (await askShop(ask, 'Paddle', `/transactions/${encodeURIComponent(transaction)}`));
  const items = answer?.at('data', 'items').list ?? [];
  return items.some(isRecurring) && !items.every(isRecurring);
}
