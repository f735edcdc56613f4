import { pause } from '../../platform/concurrency/pause';
import { MessagePart } from './message-part';
import { type Ask, NeedsToken, type ShopAnswer, ShopUnavailable } from './shop';

/** Longest wait that a shop may ask for, and how often in a row; otherwise the whole run is retried later. */
const [LONGEST_WAIT_S, MOST_WAITS] = [30, 5];
/** Wait if a shop asks to slow down without saying for how long. */
const USUAL_WAIT_S = 2;

/**
 * A shop's answer; undefined for 404. @param signal for lists of many pages: then a busy shop is waited for @throws
 * {NeedsToken} if the token isn't accepted @throws {ShopUnavailable} without a usable answer @throws the signal's
 * reason when aborted
 */
export async function askShop(
  ask: Ask,
  shop: string,
  path: string,
  signal?: AbortSignal,
): Promise<MessagePart | undefined> {
  for (let waits = 0; ; waits++) {
    signal?.throwIfAborted();
    const answer = await ask({ path });
    if (answer.status === 200) return readable(answer, shop);
    if (answer.status === 404) return undefined;
    if (answer.status === 401 || answer.status === 403) throw new NeedsToken(refusal(shop, answer));
    const seconds = retryAfter(answer);
    const isBusy = answer.status === 429 || answer.status === 503;
    if (!signal || !isBusy || waits >= MOST_WAITS || (seconds ?? USUAL_WAIT_S) > LONGEST_WAIT_S)
      throw new ShopUnavailable(`${shop} answered ${answer.status}${reasonOf(answer)}`, seconds);
    await pause((seconds ?? USUAL_WAIT_S) * 1000, signal);
  }
}

function readable({ body }: ShopAnswer, shop: string): MessagePart {
  const part = MessagePart.of(body);
  if (!part.isObject && !Array.isArray(body)) throw new ShopUnavailable(`${shop} answered something that is not JSON.`);
  return part;
}

const refusal = (shop: string, answer: ShopAnswer): string =>
  answer.status === 401
    ? `${shop} refuses the source's API token (401): give the source a new one.`
    : `The source's API token may not read this at ${shop} (403${reasonOf(answer).replace(/\.$/, ')')}: give it the rights that the guide names.`;

/** The shop's error message, wherever shops put it. */
function reasonOf({ body }: ShopAnswer): string {
  const part = MessagePart.of(body);
  const said = [part.at('error', 'message'), part.at('error', 'detail'), part.at('message'), part.at('error')];
  const [first] = [...said, ...part.at('errors').list.map((each) => each.at('detail'))].flatMap(
    (each) => each.text() ?? [],
  );
  return first === undefined ? '.' : `: ${first.replace(/\.$/, '')}.`;
}

/** In seconds. */
function retryAfter({ headers }: ShopAnswer): number | undefined {
  const { 'retry-after': text } = headers;
  if (typeof text !== 'string') return undefined;
  if (/^\d{1,6}$/.test(text)) return Number(text);
  const until = Date.parse(text);
  return Number.isNaN(until) ? undefined : Math.max(0, Math.ceil((until - Date.now()) / 1000));
}
