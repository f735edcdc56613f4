import { askShop } from '../answers';
import { type MessagePart, requiredTime } from '../message-part';
import { type Ask, type ShopMessage, ShopUnavailable } from '../shop';
import { TOPIC_HEADER } from './verify-woo-commerce';

/** Orders, and subscriptions if the plugin is there, by time of change. */
export async function* askForWooCommerceChanges(
  ask: Ask,
  since: number,
  signal: AbortSignal,
): AsyncIterable<ShopMessage> {
  yield* changedOf(ask, 'order', since, signal);
  yield* changedOf(ask, 'subscription', since, signal);
}

/** What changes meanwhile moves to the list's end, and everything after it moves up. So each page starts at the last page's final time. */
async function* changedOf(
  ask: Ask,
  kind: 'order' | 'subscription',
  since: number,
  signal: AbortSignal,
): AsyncIterable<ShopMessage> {
  const seen = new Set<string>();
  let from = since;
  for (let page = 1; ; page++) {
    const after = new Date(from).toISOString().slice(0, 19);
    const query = `modified_after=${after}&dates_are_gmt=true&orderby=modified&order=asc&per_page=100&page=${page}`;
    const answer = await askShop(ask, 'WooCommerce', `/wp-json/wc/v3/${kind}s?${query}`, signal);
    if (!answer && kind === 'subscription') return;
    if (!answer)
      throw new ShopUnavailable('There is no API of WooCommerce at this address: look at the API url of the source.');
    const { list } = answer;
    if (list.length === 0) return;
    const fresh = list.filter((object) => !seen.has(versionOf(object)));
    for (const object of fresh) {
      seen.add(versionOf(object));
      yield object.message(undefined, { [TOPIC_HEADER]: `${kind}.updated` });
    }
    // A second earlier, since changes at exactly that time are excluded.
    const last = modifiedAt(list.at(-1)!) - 1000;
    if (fresh.length === 0 || last <= from) continue;
    from = last;
    page = 0;
  }
}

const modifiedAt = (object: MessagePart): number => requiredTime(object.at('date_modified_gmt'), 'time');
const versionOf = (object: MessagePart): string => `${object.at('id').requiredId} ${modifiedAt(object)}`;
