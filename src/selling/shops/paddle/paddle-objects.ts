import type { OrderedItem } from '../facts';
import { makeItem } from '../make-fact';
import type { MessagePart } from '../message-part';

export interface PaddleEvent {
  readonly id: string;
  readonly type: string;
  /** In milliseconds since the Unix epoch. */
  readonly at: number;
  readonly isTest: boolean;
  readonly data: MessagePart;
}

export function recurringItem(item: MessagePart): OrderedItem[] {
  // Scheduled or removed; items of the subscription have other states.
  if (item.at('status').is('inactive') || item.at('recurring').is(false)) return [];
  return itemOf(item);
}

export function itemOf(item: MessagePart): OrderedItem[] {
  const price = item.at('price');
  const product = price.at('product_id').id ?? item.at('product', 'id').id;
  const title = item.at('product', 'name').text() ?? price.at('name').text() ?? price.at('description').text();
  return makeItem([price.at('id').id ?? item.at('price_id').id, product], item.at('quantity').quantity, { title });
}

export const isRecurring = (item: MessagePart): boolean => item.at('price', 'billing_cycle').isObject;
