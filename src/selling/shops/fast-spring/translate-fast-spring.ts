import type { Fact } from '../facts';
import { hashId, idText } from '../make-fact';
import { MessagePart, requiredTime } from '../message-part';
import { type Identity, type ShopMessage, type Translation, UnreadableMessage } from '../shop';
import { type FastSpringEvent, ordersPaid, returnsOf } from './fast-spring-orders';
import { subscriptionCharged, subscriptionChanged, subscriptionPastDue } from './fast-spring-subscriptions';

const MOST_EVENTS = 1000;

const TYPES: Readonly<Record<string, (event: FastSpringEvent) => readonly Fact[]>> = {
  'order.completed': ordersPaid,
  'return.created': returnsOf,
  'subscription.activated': subscriptionChanged,
  'subscription.updated': subscriptionChanged,
  'subscription.canceled': subscriptionChanged,
  'subscription.uncanceled': subscriptionChanged,
  'subscription.deactivated': subscriptionChanged,
  'subscription.charge.completed': subscriptionCharged,
  'subscription.charge.failed': subscriptionPastDue,
  'subscription.payment.overdue': subscriptionPastDue,
};

/** A message contains several events, regrouped when it is repeated. */
export function identifyFastSpring({ body }: ShopMessage): Identity {
  const events = eventsOf(body);
  const ids = events.map((event) => event.at('id').requiredId);
  const type = idText([events[0].at('type').requiredId]);
  const others = events.length === 1 ? '' : ` and ${events.length - 1} more`;
  return { id: ids.length === 1 ? ids[0] : hashId(Buffer.from(ids.join(' '))), type: `${type.slice(0, 150)}${others}` };
}

export async function translateFastSpring({ body }: ShopMessage): Promise<Translation> {
  const facts: Fact[] = [];
  const unknown = new Set<string>();
  for (const event of eventsOf(body)) {
    const type = event.at('type').requiredId;
    const translate = Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
    if (translate) facts.push(...translate(readEvent(event)));
    else unknown.add(type);
  }
  if (unknown.size === 0) return Promise.resolve({ facts });
  const types = [...unknown].slice(0, 5).join(', ');
  return Promise.resolve({ facts, remark: `Events of type ${types} say nothing about what was bought.` });
}

function eventsOf(body: Buffer): readonly MessagePart[] {
  const events = MessagePart.parse(body).at('events').list;
  if (events.length === 0) throw new UnreadableMessage('The body must have a list of events.');
  if (events.length > MOST_EVENTS)
    throw new UnreadableMessage(`More than ${MOST_EVENTS} events in one message can’t be read.`);
  return events;
}

function readEvent(event: MessagePart): FastSpringEvent {
  const data = event.at('data');
  if (!data.isObject) throw data.unreadable('is missing');
  return {
    id: event.at('id').requiredId,
    type: event.at('type').requiredId,
    at: requiredTime(event.at('created'), 'milliseconds'),
    isTest: event.at('live').is(false),
    data,
  };
}
