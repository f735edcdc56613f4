import { askShop } from '../answers';
import { hashId, idText, makeFact } from '../make-fact';
import { MessagePart } from '../message-part';
import { type Ask, type Identity, NeedsToken, type ShopMessage, type Translation, UnknownToShop } from '../shop';
import { readPing } from './gumroad-ping';
import { itemOf, subscriptionId, translateSale } from './gumroad-sales';

const NO_TOKEN =
  'Gumroad doesn’t sign its pings, so anybody could have sent this one. Give the source an access token of Gumroad, which keylink asks back with; or look the sale up at Gumroad, and say that the ping is genuine.';

/** Gumroad gives its pings no ids. */
export function identifyGumroad({ from, body }: ShopMessage): Identity {
  if (from === 'api') return { id: hashId(body), type: 'sale' };
  return { id: hashId(body), type: idText([readPing(body).at('resource_name').id ?? 'sale']) };
}

export async function translateGumroad(
  { from, body }: ShopMessage,
  ask: Ask | undefined,
  isTrusted: boolean,
): Promise<Translation> {
  if (from === 'api') return translateSale(MessagePart.parse(body).at('sale'), false);
  const ping = readPing(body);
  const sale = ping.at('sale_id').id;
  if (!ask && !isTrusted) throw new NeedsToken(NO_TOKEN);
  if (sale === undefined) return translateSubscriptionPing(ping, ask);
  if (!ask) return translateSale(ping, ping.at('test').isTrue);
  const answer = await askShop(ask, 'Gumroad', `/v2/sales/${encodeURIComponent(sale)}`);
  if (!answer?.at('success').isTrue)
    throw new UnknownToShop(
      'Gumroad knows no such sale of this account. Somebody else sent this ping, or the access token is another account’s.',
    );
  const isTest = ping.at('test').isTrue && (await isOwnPurchase(answer.at('sale'), ask));
  return translateSale(answer.at('sale'), isTest);
}

/** Sellers test their shop by buying their own products. A sale has the seller's id in another form than the buyer's. */
async function isOwnPurchase(sale: MessagePart, ask: Ask): Promise<boolean> {
  const buyer = sale.at('purchaser_id').id;
  const answer = await askShop(ask, 'Gumroad', '/v2/user');
  return buyer !== undefined && buyer === answer?.at('user', 'id').id;
}

/** Reads the subscription's current state; pings without a sale contain too little. */
async function translateSubscriptionPing(ping: MessagePart, ask: Ask | undefined): Promise<Translation> {
  const id = ping.at('subscription_id').requiredId;
  if (!ask) return translateTrustedPing(ping, id);
  const answer = await askShop(ask, 'Gumroad', `/v2/subscribers/${encodeURIComponent(id)}`);
  if (!answer?.at('success').isTrue) throw new UnknownToShop('Gumroad knows no such subscription of this account.');
  const subscriber = answer.at('subscriber');
  const status = subscriber.at('status').text() ?? '';
  const at = ['ended_at', 'failed_at', 'cancelled_at']
    .map((name) => subscriber.at(name).time)
    .find((time) => time !== undefined);
  const isOver = ['cancelled', 'failed_payment', 'fixed_subscription_period_ended'].includes(status);
  if (isOver && at !== undefined) return { facts: [endedFact(id, at, false)] };
  return {
    facts: [],
    remark: `The subscription is ${status || 'in no state'}: it runs until it is paid for, and the next sale says what it goes on with.`,
  };
}

function translateTrustedPing(ping: MessagePart, id: string): Translation {
  const isTest = ping.at('test').isTrue;
  const endedAt = ping.at('ended_at').time;
  if (ping.at('resource_name').is('subscription_ended') && endedAt !== undefined)
    return { facts: [endedFact(id, endedAt, isTest)] };
  const at = ping.at('effective_as_of').time;
  const plan = ping.at('new_plan');
  if (!ping.at('resource_name').is('subscription_updated') || at === undefined || !plan.isObject)
    return { facts: [], remark: 'It runs until it is paid for, and the next sale says what it goes on with.' };
  const items = itemOf(ping, plan.at('tier', 'name').text(), plan.at('quantity').quantity);
  const order = subscriptionId(id);
  return { facts: [makeFact({ kind: 'changed', id: [order, at], at, isTest, order, payment: undefined, items })] };
}

function endedFact(id: string, at: number, isTest: boolean) {
  const order = subscriptionId(id);
  return makeFact({ kind: 'ended', id: [order, at], at, isTest, order, payment: undefined });
}
