import { askShop } from '../answers';
import { type Ask, type ShopMessage, ShopUnavailable } from '../shop';

const DAY_MS = 86_400_000;
/** FastSpring keeps events for 30 days, and rejects requests for older ones. */
const OLDEST_MS = 30 * DAY_MS - 60_000;
/** If an interval this short has more events than fit, the rest is skipped. */
const SHORTEST_MS = 1000;

/** The same events as in webhooks, whether or not those arrived. */
export async function* askForFastSpringChanges(
  ask: Ask,
  since: number,
  signal: AbortSignal,
): AsyncIterable<ShopMessage> {
  const now = Date.now();
  const begin = Math.max(since, now - OLDEST_MS);
  for (const state of ['processed', 'unprocessed']) yield* eventsIn(ask, state, begin, now, signal);
}

/** An answer has 25 events and says whether there are more; then each half of the interval is requested. */
async function* eventsIn(
  ask: Ask,
  state: string,
  begin: number,
  end: number,
  signal: AbortSignal,
): AsyncIterable<ShopMessage> {
  if (begin >= end) return;
  const answer = await askShop(ask, 'FastSpring', `/events/${state}?begin=${begin}&end=${end}`, signal);
  if (!answer)
    throw new ShopUnavailable('FastSpring knows no list of events at this address: look at the API url of the source.');
  if (answer.at('more').isTrue && end - begin > SHORTEST_MS) {
    const middle = Math.floor((begin + end) / 2);
    yield* eventsIn(ask, state, begin, middle, signal);
    yield* eventsIn(ask, state, middle, end, signal);
    return;
  }
  for (const event of answer.at('events').list)
    yield { from: 'api', headers: {}, body: Buffer.from(JSON.stringify({ events: [event.json] })) };
}
