import { FastSpringStandIn } from '../../../test/support/shop-stand-ins/fast-spring-stand-in';
import { GumroadStandIn } from '../../../test/support/shop-stand-ins/gumroad-stand-in';
import { LemonSqueezyStandIn } from '../../../test/support/shop-stand-ins/lemon-squeezy-stand-in';
import { PaddleStandIn } from '../../../test/support/shop-stand-ins/paddle-stand-in';
import { type ShopStandIn, STAND_IN_TOKEN, tooMany } from '../../../test/support/shop-stand-ins/shop-stand-in';
import { StripeStandIn } from '../../../test/support/shop-stand-ins/stripe-stand-in';
import { WooCommerceStandIn } from '../../../test/support/shop-stand-ins/woo-commerce-stand-in';
import { messageOf, readShopFixtures } from '../../../test/support/shop-fixtures';
import { OutgoingConnections } from '../../platform/outgoing/outgoing-connections';
import { OutgoingQuestions } from '../../platform/outgoing/outgoing-questions';
import { readSettings } from '../../platform/settings/settings';
import { ShopAsking } from './asking';
import { type Ask, NeedsToken, type ShopMessage, ShopUnavailable } from './shop';

// Jest can't load Nest on Node 20, and these tests don't need it.
jest.mock('@nestjs/common', () => ({
  Injectable: () => () => {},
  Inject: () => () => {},
  Optional: () => () => {},
}));

const open: { end(): unknown }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.end();
});

const HOUR_MS = 3_600_000;
/** FastSpring only tells of the last days, by the clock. */
const NOW = Math.floor(Date.now() / 1000) * 1000;
const SINCE = NOW - 3 * 24 * HOUR_MS;
/** A time after SINCE, each later than the one before; negative ones are before it. */
const timeOf = (index: number): number => SINCE + index * HOUR_MS;
const iso = (index: number): string => new Date(timeOf(index)).toISOString();

function asker(shop: ShopStandIn, token = STAND_IN_TOKEN): Ask {
  const connections = new OutgoingConnections(readSettings({ WEBHOOK_NETWORKS: '127.0.0.1' }));
  open.push({ end: () => connections.onApplicationShutdown() });
  return new ShopAsking(new OutgoingQuestions(connections)).of(shop.shop, { token, apiUrl: `${shop.url}/` })!;
}

async function started<StandIn extends ShopStandIn>(standIn: StandIn): Promise<StandIn> {
  open.push(standIn);
  return standIn.start();
}

type Json = Readonly<Record<string, unknown>>;

const changes = (shop: ShopStandIn, ask = asker(shop), signal = new AbortController().signal) =>
  changesSince(shop, SINCE, ask, signal);

async function changesSince(
  shop: ShopStandIn,
  since: number,
  ask = asker(shop),
  signal = new AbortController().signal,
) {
  const found: ShopMessage[] = [];
  for await (const message of shop.shop.changedSince!(ask, since, signal)) found.push(message);
  return found;
}

/** What the shops' messages have their ids in. */
interface AnyBody {
  readonly id: string | number;
  readonly event_id: string;
  readonly data: { readonly id: string };
  readonly sale: { readonly id: string };
  readonly events: readonly { readonly id: string }[];
}

const bodyOf = ({ body }: ShopMessage): AnyBody => JSON.parse(body.toString()) as AnyBody;

interface Listed {
  readonly standIn: ShopStandIn;
  /** What is found of them. */
  readonly ids: readonly string[];
  readonly idOf: (message: ShopMessage) => string;
}

/** Shops with seven objects, two of which changed before SINCE, and two of which fit on a page. */
const FILLED: Readonly<Record<string, () => Listed>> = {
  stripe: () => {
    const standIn = new StripeStandIn(2);
    for (let index = -2; index < 5; index++)
      standIn.events.push({ id: `evt_${index}`, type: 'invoice.paid', created: timeOf(index) / 1000 });
    standIn.events.push({ id: 'evt_other', type: 'product.created', created: timeOf(1) / 1000 });
    return {
      standIn,
      ids: [0, 1, 2, 3, 4].map((index) => `evt_${index}`),
      idOf: (each) => String(bodyOf(each).id),
    };
  },
  paddle: () => {
    const standIn = new PaddleStandIn(2);
    for (let index = -2; index < 5; index++)
      standIn.events.push({
        event_id: `evt_${index + 20}`,
        event_type: 'transaction.completed',
        occurred_at: iso(index),
      });
    standIn.events.push({ event_id: 'evt_23a', event_type: 'address.updated', occurred_at: iso(3) });
    const idOf = (each: ShopMessage) => bodyOf(each).event_id;
    return { standIn, ids: [20, 21, 22, 23, 24].map((index) => `evt_${index}`), idOf };
  },
  lemonSqueezy: () => {
    const standIn = new LemonSqueezyStandIn(2);
    const add = (type: string, id: string, created: number, updated: number) =>
      standIn.resources.push({ type, id, attributes: { created_at: iso(created), updated_at: iso(updated) } });
    for (let index = -2; index < 3; index++) add('orders', String(index), index, index);
    // An old subscription and a refund of an order of last month.
    add('subscriptions', 's1', -9000, 1);
    add('orders', 'refunded', -500, 2);
    const idOf = (each: ShopMessage) => bodyOf(each).data.id;
    return { standIn, ids: ['0', '1', '2', 'refunded', 's1'], idOf };
  },
  gumroad: () => {
    const standIn = new GumroadStandIn(2);
    // Two weeks earlier are looked at as well, for refunds.
    for (const index of [-2000, -900, -100, 0, 1, 2, 3])
      standIn.sales.push({ id: `s${index}`, created_at: iso(index), price: 100 });
    const idOf = (each: ShopMessage) => bodyOf(each).sale.id;
    return { standIn, ids: ['s-100', 's0', 's1', 's2', 's3'], idOf };
  },
  fastSpring: () => {
    const standIn = new FastSpringStandIn(2);
    for (let index = -2; index < 5; index++)
      standIn.events.push({
        id: `e${index}`,
        type: 'order.completed',
        created: timeOf(index),
        processed: index % 2 === 0,
      });
    const idOf = (each: ShopMessage) => bodyOf(each).events[0].id;
    return { standIn, ids: ['e0', 'e1', 'e2', 'e3', 'e4'], idOf };
  },
  wooCommerce: () => {
    const standIn = new WooCommerceStandIn(2);
    const order = (id: number, index: number) => ({ id, date_modified_gmt: iso(index).slice(0, 19) });
    standIn.orders.push(...[-2, -1, 1, 2, 2, 2].map((index, id) => order(id, index)));
    standIn.subscriptions!.push(order(9, 3));
    return { standIn, ids: ['2', '3', '4', '5', '9'], idOf: (each) => String(bodyOf(each).id) };
  },
};

describe.each(Object.entries(FILLED))('%s', (_, fill) => {
  it('tells all that changed since then, from several pages, and nothing else', async () => {
    const { standIn, ids, idOf } = fill();
    await started(standIn);
    const found = (await changes(standIn)).map(idOf);
    expect([...new Set(found)].toSorted()).toEqual(ids);
    expect(standIn.asked.length).toBeGreaterThan(2);
  });

  it('is asked again after the time it says, and for no longer than that', async () => {
    const { standIn, ids } = fill();
    await started(standIn);
    standIn.failNext(tooMany(1), { status: 503, headers: { 'retry-after': '0' }, body: 'busy' });
    const start = performance.now();
    expect((await changes(standIn)).length).toBeGreaterThanOrEqual(ids.length);
    expect(performance.now() - start).toBeGreaterThan(990);
    standIn.failNext(tooMany(3600));
    await expect(changes(standIn)).rejects.toMatchObject({ retryAfter: 3600 });
  });

  it('says why it can’t be asked', async () => {
    const { standIn } = fill();
    await started(standIn);
    await expect(changes(standIn, asker(standIn, 'old token'))).rejects.toThrow(NeedsToken);
    standIn.failNext({ status: 500, body: { error: { message: 'Something broke' } } });
    await expect(changes(standIn)).rejects.toThrow(/answered 500: Something broke\./);
    standIn.failNext({ status: 200, body: 'no object' });
    await expect(changes(standIn)).rejects.toThrow(ShopUnavailable);
    const ask = asker(standIn);
    await standIn.end();
    open.splice(open.indexOf(standIn), 1);
    await expect(changes(standIn, ask)).rejects.toThrow(/gave no answer\. The connection was refused/);
  });

  it('is left alone when the service ends', async () => {
    const { standIn } = fill();
    await started(standIn);
    standIn.failNext(tooMany(20));
    const ending = new AbortController();
    const asked = changes(standIn, asker(standIn), ending.signal);
    setTimeout(() => ending.abort(new Error('The service ends.')), 100);
    await expect(asked).rejects.toThrow('The service ends.');
    expect(standIn.asked).toHaveLength(1);
  });
});

describe('what a shop tells when it is asked is what its webhooks tell', () => {
  const factIds = async (shop: ShopStandIn, message: ShopMessage) =>
    (await shop.shop.translate(message, asker(shop), false)).facts.map(({ id }) => id);

  /** A message of the shop, put into its API as it would be there. */
  const CASES: readonly [string, string, () => ShopStandIn, (shop: ShopStandIn, body: Json) => void][] = [
    [
      'stripe',
      'subscription-created',
      () => new StripeStandIn(),
      (shop, body) => void (shop as StripeStandIn).events.push(body),
    ],
    [
      'paddle',
      'subscription-created',
      () => new PaddleStandIn(),
      (shop, body) => void (shop as PaddleStandIn).events.push(body),
    ],
    [
      'lemonSqueezy',
      'subscription-created',
      () => new LemonSqueezyStandIn(),
      (shop, body) => void (shop as LemonSqueezyStandIn).resources.push(body.data as never),
    ],
    [
      'fastSpring',
      'return-all',
      () => new FastSpringStandIn(),
      (shop, body) =>
        void (shop as FastSpringStandIn).events.push({ ...(body.events as Json[])[0], created: NOW - HOUR_MS }),
    ],
    [
      'wooCommerce',
      'order-refunded',
      () => new WooCommerceStandIn(),
      (shop, body) => void (shop as WooCommerceStandIn).orders.push(body),
    ],
  ];

  it.each(CASES)('%s', async (type, name, make, put) => {
    const known = readShopFixtures(type).find((each) => each.name === name)!;
    const standIn = await started(make());
    put(standIn, known.body);
    const ids = known.facts!.map(({ id }) => id);
    const [told] = await changesSince(standIn, Date.parse('2025-01-01'));
    expect([await factIds(standIn, messageOf(known)), await factIds(standIn, told)]).toEqual([ids, ids]);
    // Once, although some of it reads differently each time.
    const [again] = await changesSince(standIn, Date.parse('2025-01-01'));
    expect(standIn.shop.identify(again)).toEqual(standIn.shop.identify(told));
  });

  it('gumroad, which is asked back for its pings', async () => {
    const known = readShopFixtures('gumroad').find(({ name }) => name === 'refund')!;
    const standIn = await started(new GumroadStandIn());
    standIn.sales.push((Object.values(known.answers!)[0] as { sale: Json }).sale);
    const told = await changesSince(standIn, Date.parse('2026-11-25'));
    const again = await changesSince(standIn, Date.parse('2026-11-25'));
    const ids = known.facts!.map(({ id }) => id);
    expect([await factIds(standIn, messageOf(known)), await factIds(standIn, told[0])]).toEqual([ids, ids]);
    expect(standIn.shop.identify(again[0])).toEqual(standIn.shop.identify(told[0]));
  });
});

it('what Stripe’s messages leave out is asked for at the source’s API url', async () => {
  const standIn = await started(new StripeStandIn());
  const known = readShopFixtures('stripe').find(({ name }) => name === 'session-paid')!;
  const [[path, list]] = Object.entries(known.answers!);
  standIn.objects.set(path.split('?')[0], list as Json);
  const { facts } = await standIn.shop.translate(messageOf(known), asker(standIn), false);
  expect(facts).toEqual(known.facts);
  expect(standIn.asked).toEqual([path]);
});

it('a shop that is busy while a message is read is asked later, by the inbox', async () => {
  const standIn = await started(new StripeStandIn());
  const known = readShopFixtures('stripe').find(({ name }) => name === 'session-paid')!;
  standIn.failNext(tooMany(1));
  const read = standIn.shop.translate(messageOf(known), asker(standIn), false);
  await expect(read).rejects.toMatchObject({ message: 'Stripe answered 429: Too many requests.', retryAfter: 1 });
  expect(standIn.asked).toHaveLength(1);
});
