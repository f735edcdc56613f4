import { askShop } from '../answers';
import { type Ask, type ShopMessage, ShopUnavailable } from '../shop';
import { STRIPE_TYPES } from './translate-stripe';

/** Most types that Stripe filters by at once. */
const MOST_TYPES = 20;
/** Covered by other types. */
const LEFT_OUT = new Set(['invoice.payment_succeeded', 'charge.refund.updated', 'refund.created', 'refund.updated']);

/** Stripe keeps events for 30 days and lists them newest first. They are the same as in webhooks. */
export async function* askForStripeChanges(ask: Ask, since: number, signal: AbortSignal): AsyncIterable<ShopMessage> {
  const types = Object.keys(STRIPE_TYPES).filter((type) => !LEFT_OUT.has(type));
  if (types.length > MOST_TYPES) throw new RangeError('Too many types of events.');
  const query = `created[gte]=${Math.floor(since / 1000)}${types.map((type) => `&types[]=${type}`).join('')}`;
  for (let after = ''; ;) {
    const page = await askShop(ask, 'Stripe', `/v1/events?limit=100&${query}${after}`, signal);
    if (!page)
      throw new ShopUnavailable('Stripe knows no list of events at this address: look at the API url of the source.');
    const events = page.at('data').list;
    for (const event of events) yield event.message();
    if (!page.at('has_more').isTrue || events.length === 0) return;
    after = `&starting_after=${encodeURIComponent(events.at(-1)!.at('id').requiredId)}`;
  }
}
