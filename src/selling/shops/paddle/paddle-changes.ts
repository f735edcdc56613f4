import { askShop } from '../answers';
import { requiredTime } from '../message-part';
import { type Ask, type ShopMessage, ShopUnavailable } from '../shop';

const ENTITIES = ['transaction', 'subscription', 'adjustment'];

/** Paddle lists the same events as in webhooks for 90 days, sorted by id, which includes the time. */
export async function* askForPaddleChanges(ask: Ask, since: number, signal: AbortSignal): AsyncIterable<ShopMessage> {
  for (let after = ''; ;) {
    const page = await askShop(ask, 'Paddle', `/events?order_by=id[DESC]&per_page=200${after}`, signal);
    if (!page)
      throw new ShopUnavailable('Paddle knows no list of events at this address: look at the API url of the source.');
    const events = page.at('data').list;
    for (const event of events) {
      if (requiredTime(event.at('occurred_at'), 'time') < since) return;
      if (ENTITIES.includes(event.at('event_type').text()?.split('.')[0] ?? '')) yield event.message();
    }
    if (!page.at('meta', 'pagination', 'has_more').isTrue || events.length === 0) return;
    after = `&after=${encodeURIComponent(events.at(-1)!.at('event_id').requiredId)}`;
  }
}
