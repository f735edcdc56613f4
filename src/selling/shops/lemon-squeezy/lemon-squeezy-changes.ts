import { askShop } from '../answers';
import { requiredTime } from '../message-part';
import { type Ask, type ShopMessage, ShopUnavailable } from '../shop';

const DAY_MS = 86_400_000;
/** Lemon Squeezy lists by creation, newest first: older objects are not checked for refunds. */
const OLDEST_MS = 60 * DAY_MS;

/** Changed objects. All subscriptions are read, as their changes leave no other trace; orders and invoices of the 60 days before. */
export async function* askForLemonSqueezyChanges(
  ask: Ask,
  since: number,
  signal: AbortSignal,
): AsyncIterable<ShopMessage> {
  yield* changedOf(ask, 'orders', since, since - OLDEST_MS, signal);
  yield* changedOf(ask, 'subscriptions', since, 0, signal);
  yield* changedOf(ask, 'subscription-invoices', since, since - OLDEST_MS, signal);
}

async function* changedOf(
  ask: Ask,
  kind: string,
  since: number,
  oldest: number,
  signal: AbortSignal,
): AsyncIterable<ShopMessage> {
  for (let number = 1; ; number++) {
    const page = await askShop(ask, 'Lemon Squeezy', `/v1/${kind}?page[number]=${number}&page[size]=100`, signal);
    if (!page)
      throw new ShopUnavailable(`Lemon Squeezy knows no ${kind} at this address: look at the API url of the source.`);
    const objects = page.at('data').list;
    for (const object of objects) {
      if (requiredTime(object.at('attributes', 'created_at'), 'time') < oldest) return;
      if (requiredTime(object.at('attributes', 'updated_at'), 'time') >= since) yield object.message('data');
    }
    if (number >= (page.at('meta', 'page', 'lastPage').whole ?? 1) || objects.length === 0) return;
  }
}
