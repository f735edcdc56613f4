import { idText, makeFact } from '../make-fact';
import { MessagePart, requiredTime } from '../message-part';
import type { Ask, Identity, ShopMessage, Translation } from '../shop';
import { translateAdjustment } from './paddle-adjustments';
import { type PaddleEvent, recurringItem } from './paddle-objects';
import { translateTransaction } from './paddle-transactions';

export function identifyPaddle(message: ShopMessage): Identity {
  const body = MessagePart.parse(message.body);
  return { id: body.at('event_id').requiredId, type: idText([body.at('event_type').requiredId]) };
}

export async function translatePaddle(message: ShopMessage, ask: Ask | undefined): Promise<Translation> {
  const body = MessagePart.parse(message.body);
  const event: PaddleEvent = {
    id: body.at('event_id').requiredId,
    type: body.at('event_type').requiredId,
    at: requiredTime(body.at('occurred_at'), 'time'),
    isTest: message.isTest === true,
    data: body.at('data'),
  };
  if (!event.data.isObject) throw event.data.unreadable('is missing');
  const [entity] = event.type.split('.');
  if (entity === 'transaction') return translateTransaction(event, ask);
  if (entity === 'subscription') return translateSubscription(event);
  if (entity === 'adjustment') return translateAdjustment(event, ask);
  return { facts: [], remark: `Events of type ${event.type} say nothing about what was bought.` };
}

const KINDS = {
  active: 'changed',
  trialing: 'changed',
  past_due: 'pastDue',
  paused: 'pastDue',
  canceled: 'ended',
} as const;

/** Each event of a subscription contains all of it. */
function translateSubscription({ id, at, isTest, data }: PaddleEvent): Translation {
  const order = data.at('id').requiredId;
  const status = data.at('status').text() ?? '';
  const kind = Object.hasOwn(KINDS, status) ? KINDS[status as keyof typeof KINDS] : undefined;
  if (kind === undefined) return { facts: [], remark: `The subscription is ${status || 'in no state'}.` };
  const fact = makeFact({
    kind,
    id: [kind === 'ended' ? order : id],
    at,
    isTest,
    order,
    payment: undefined,
    references: [data.at('transaction_id').id],
    ...(kind === 'changed' && {
      periodStart: status === 'trialing' ? undefined : data.at('current_billing_period', 'starts_at').time,
      paidUntil: data.at('current_billing_period', 'ends_at').time,
    }),
    items: data.at('items').list.flatMap(recurringItem),
    buyer: { id: data.at('customer_id').id },
  });
  return { facts: [fact] };
}
