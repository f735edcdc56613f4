import { readShopFixtures } from '../shop-fixtures';
import { FastSpringStandIn } from './fast-spring-stand-in';
import { GumroadStandIn } from './gumroad-stand-in';
import { LemonSqueezyStandIn } from './lemon-squeezy-stand-in';
import { PaddleStandIn } from './paddle-stand-in';
import type { ShopObject, ShopStandIn } from './shop-stand-in';
import { WooCommerceStandIn } from './woo-commerce-stand-in';

/** So that a few sales make several pages. */
const ON_PAGE = 2;

interface ShopThatSold {
  readonly standIn: ShopStandIn;
  /** What all of its sales are of. */
  readonly item: string;
  /** Units of a sale. */
  readonly quantity: number;
}

/** All shops but Stripe, each with sales at some times. @param times in milliseconds since the Unix epoch */
export const shopsThatSold = (times: readonly number[]): ShopThatSold[] => [
  paddle(times),
  lemonSqueezy(times),
  gumroad(times),
  fastSpring(times),
  wooCommerce(times),
];

/** A recorded message, and what the shop answers about it, with ids of its own for each sale. */
function saleOf(shop: string, name: string, ids: readonly string[], sale: number) {
  const { body, answers } = readShopFixtures(shop).find((each) => each.name === name)!;
  let text = JSON.stringify({ body, answers: answers ?? {} });
  for (const id of ids) text = text.replaceAll(id, `${id}${sale}`);
  text = text.replaceAll(/"[^"@]+@example\.com"/g, `"${shop}-${sale}@example.com"`);
  return JSON.parse(text) as { body: ShopObject; answers: Readonly<Record<string, ShopObject>> };
}

const iso = (time: number): string => new Date(time).toISOString();

function paddle(times: readonly number[]): ShopThatSold {
  const standIn = new PaddleStandIn(ON_PAGE);
  for (const [sale, time] of times.entries()) {
    const ids = ['evt_01kb0006', 'txn_01kb', 'ctm_01kb'];
    const { body, answers } = saleOf('paddle', 'transaction-once-completed', ids, sale);
    standIn.events.push({ ...body, occurred_at: iso(time) });
    for (const [path, answer] of Object.entries(answers)) standIn.objects.set(path, answer.data as ShopObject);
  }
  return { standIn, item: 'pri_life', quantity: 1 };
}

function lemonSqueezy(times: readonly number[]): ShopThatSold {
  const standIn = new LemonSqueezyStandIn(ON_PAGE);
  for (const [sale, time] of times.entries()) {
    const { body } = saleOf('lemonSqueezy', 'order', ['636f855c'], sale);
    const { type, attributes } = body.data as { type: string; attributes: ShopObject };
    const at = { created_at: iso(time), updated_at: iso(time) };
    standIn.resources.push({ type, id: String(sale + 1), attributes: { ...attributes, ...at } });
  }
  return { standIn, item: '4000', quantity: 2 };
}

function gumroad(times: readonly number[]): ShopThatSold {
  const standIn = new GumroadStandIn(ON_PAGE);
  for (const [sale, time] of times.entries()) {
    const { answers } = saleOf('gumroad', 'sale-asked-back', ['s4le', 'buy3r'], sale);
    const [answer] = Object.values(answers);
    standIn.sales.push({ ...(answer.sale as ShopObject), created_at: iso(time) });
  }
  return { standIn, item: 'editor/Pro', quantity: 2 };
}

function fastSpring(times: readonly number[]): ShopThatSold {
  const standIn = new FastSpringStandIn(ON_PAGE);
  for (const [sale, time] of times.entries()) {
    const { body } = saleOf('fastSpring', 'order', ['fsevt_1', 'fsord1', 'fsacc1', 'ACME261125'], sale);
    const [event] = body.events as ShopObject[];
    standIn.events.push({ ...event, created: time, processed: sale % 2 === 0 });
  }
  return { standIn, item: 'editor-pro', quantity: 2 };
}

function wooCommerce(times: readonly number[]): ShopThatSold {
  const standIn = new WooCommerceStandIn(ON_PAGE);
  for (const [sale, time] of times.entries()) {
    const { body } = saleOf('wooCommerce', 'order-paid', ['ch_1'], sale);
    const id = 700 + sale;
    const at = iso(time).slice(0, 19);
    standIn.orders.push({ ...body, id, number: String(id), date_modified_gmt: at, date_paid_gmt: at });
  }
  return { standIn, item: '94', quantity: 2 };
}
