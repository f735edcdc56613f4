import type { FactKind } from '../facts';
import { hashId, idText, makeFact } from '../make-fact';
import { MessagePart, requiredTime } from '../message-part';
import type { Identity, ShopMessage, Translation } from '../shop';
import { DELIVERY_HEADER, isPing, TOPIC_HEADER } from './verify-woo-commerce';
import { buyerOf, itemsOf, translateOrder } from './woo-commerce-orders';

const PING = 'WooCommerce tried the address, as it does when a webhook is saved.';

export function identifyWooCommerce({ headers, body }: ShopMessage): Identity {
  if (isPing(body)) return { id: hashId(body), type: 'ping' };
  MessagePart.parse(body);
  return { id: idText([headers[DELIVERY_HEADER] ?? hashId(body)]), type: idText([headers[TOPIC_HEADER] ?? 'unknown']) };
}

/** By kind of object, not by event: each object contains everything that has happened so far. */
export async function translateWooCommerce({ headers, body }: ShopMessage): Promise<Translation> {
  if (isPing(body)) return { facts: [], remark: PING };
  const topic = headers[TOPIC_HEADER] ?? '';
  const object = MessagePart.parse(body);
  if (/^order\.(?:created|updated|restored)$/.test(topic)) return translateOrder(object);
  if (/^subscription\.(?:created|updated|switched|restored)$/.test(topic)) return translateSubscription(object);
  return Promise.resolve({
    facts: [],
    remark: `Webhooks with the topic ${topic || '(none)'} say nothing about what was bought.`,
  });
}

const KINDS: Readonly<Record<string, FactKind>> = {
  active: 'changed',
  // It runs until its end, which is reported then.
  'pending-cancel': 'changed',
  'on-hold': 'pastDue',
  cancelled: 'ended',
  expired: 'ended',
  switched: 'ended',
};

/** From the plugin WooCommerce Subscriptions. It is identified by its first order. */
function translateSubscription(subscription: MessagePart): Translation {
  const status = subscription.at('status').text() ?? '';
  const kind = Object.hasOwn(KINDS, status) ? KINDS[status] : undefined;
  if (kind === undefined) return { facts: [], remark: `The subscription is ${status || 'in no state'}.` };
  const id = subscription.at('id').requiredId;
  const parent = subscription.at('parent_id').id;
  const at = requiredTime(subscription.at('date_modified_gmt'), 'time');
  const fact = makeFact({
    kind,
    id: [id, at],
    at,
    isTest: false,
    order: parent === undefined || parent === '0' ? id : parent,
    payment: undefined,
    references: [id],
    paidUntil: kind === 'changed' ? periodEnd(subscription) : undefined,
    items: itemsOf(subscription),
    buyer: buyerOf(subscription),
  });
  return { facts: [fact] };
}

function periodEnd(subscription: MessagePart): number | undefined {
  const dates = ['next_payment_date_gmt', 'next_payment_date', 'end_date_gmt', 'end_date'];
  return dates.map((name) => subscription.at(name).time).find((time) => time !== undefined);
}
