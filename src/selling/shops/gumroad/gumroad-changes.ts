import { askShop } from '../answers';
import { type Ask, type ShopMessage, ShopUnavailable } from '../shop';
import { SALE_FIELDS } from './gumroad-sales';

const DAY_MS = 86_400_000;
/** Gumroad lists by day of sale, ten at a time: refunds of older sales are only reported by pings. */
const OLDEST_MS = 14 * DAY_MS;

/** Sales since two weeks before; unchanged ones are known already. */
export async function* askForGumroadChanges(ask: Ask, since: number, signal: AbortSignal): AsyncIterable<ShopMessage> {
  const day = new Date(since - OLDEST_MS).toISOString().slice(0, 10);
  for (let key = ''; ;) {
    const page = await askShop(ask, 'Gumroad', `/v2/sales?after=${day}${key}`, signal);
    if (!page?.at('success').isTrue)
      throw new ShopUnavailable(
        `Gumroad answered: ${page?.at('message').text() ?? 'there is no list of sales at this address'}.`,
      );
    for (const sale of page.at('sales').list) yield sale.only(SALE_FIELDS).message('sale');
    const next = page.at('next_page_key').id;
    if (next === undefined) return;
    key = `&page_key=${encodeURIComponent(next)}`;
  }
}
