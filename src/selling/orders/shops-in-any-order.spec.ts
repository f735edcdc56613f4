import { askOf, messageOf, readShopFixtures } from '../../../test/support/shop-fixtures';
import type { Fact } from '../shops/facts';
import type { ShopType } from '../shops/shop';
import { SHOPS } from '../shops/shops';
import { orderState } from './order-state';

/* What shops send ends in one state, in whatever order it comes. */

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));
}

/** Of each message. */
function factsOf(shop: ShopType, names: readonly string[]): Promise<(readonly Fact[])[]> {
  const fixtures = readShopFixtures(shop);
  return Promise.all(
    names.map(async (name) => {
      const fixture = fixtures.find((each) => each.name === name)!;
      return (await SHOPS[shop].translate(messageOf(fixture), askOf(fixture), false)).facts;
    }),
  );
}

/** A fact that is known already stays as it was. */
const once = (facts: readonly Fact[]): Fact[] => [
  ...new Map(facts.toReversed().map((fact) => [fact.id, fact])).values(),
];

const DAY_MS = 86_400_000;
const DAY_1 = Date.parse('2026-11-25T12:00:00Z');
const MONTH_1 = Date.parse('2026-12-25T12:00:00Z');
/** The ends of the first and the second period in Stripe's messages. */
const [STRIPE_1, STRIPE_2] = [1_766_664_000_000, 1_769_256_000_000];
const PADDLE_1 = 1_798_200_000_000;

const CASES: readonly [string, ShopType, readonly string[], object][] = [
  [
    'a subscription at Stripe, whose newer messages don’t say which payment paid which invoice',
    'stripe',
    [
      'session-subscription',
      'subscription-created',
      'invoice-first-without-token',
      'invoice-payment',
      'invoice-renewal',
    ],
    { status: 'paid', paidUntil: STRIPE_2, lines: [{ quantity: 3 }], buyer: { email: 'anna@example.com' } },
  ],
  [
    'all six messages of one that is renewed, and whose first payment is refunded',
    'stripe',
    [
      'session-subscription',
      'subscription-created',
      'invoice-first-without-token',
      'invoice-payment',
      'invoice-renewal',
      'refund-all',
    ],
    { status: 'paid', paidUntil: STRIPE_2, lines: [{ quantity: 3 }], buyer: { email: 'anna@example.com' } },
  ],
  [
    'one whose first payment is refunded: the renewal stands',
    'stripe',
    ['subscription-created', 'invoice-first-without-token', 'invoice-payment', 'invoice-renewal', 'refund-all'],
    { status: 'paid', paidUntil: STRIPE_2 },
  ],
  [
    'one whose only payment is refunded, told by invoice, checkout and charge under three names',
    'stripe',
    ['session-subscription', 'invoice-first-without-token', 'invoice-payment', 'refund-all', 'subscription-deleted'],
    { status: 'refunded' },
  ],
  [
    'a renewal that Stripe begins, and whose payment fails',
    'stripe',
    ['subscription-created', 'invoice-first-with-token', 'subscription-next-period', 'invoice-failed'],
    { paidUntil: STRIPE_1 },
  ],
  [
    'a renewal that Paddle begins, and that is not paid yet',
    'paddle',
    ['transaction-completed', 'subscription-created', 'subscription-next-period'],
    { status: 'paid', paidUntil: PADDLE_1 },
  ],
  [
    'a dispute that is won after all',
    'stripe',
    ['invoice-first-old', 'dispute-created', 'dispute-funds-withdrawn', 'dispute-won', 'subscription-will-end'],
    { status: 'paid', paidUntil: STRIPE_1 },
  ],
  [
    'a subscription at Paddle',
    'paddle',
    ['transaction-completed', 'subscription-created', 'transaction-renewal', 'refund-part', 'subscription-will-end'],
    { status: 'paid', lines: [{ quantity: 3 }], buyer: { email: 'jo@example.com' } },
  ],
  [
    'a chargeback at Paddle',
    'paddle',
    ['transaction-completed', 'subscription-created', 'chargeback'],
    { status: 'disputed', buyer: { email: 'jo@example.com' } },
  ],
  [
    'a subscription at Lemon Squeezy, told as an order, a subscription and invoices',
    'lemonSqueezy',
    ['order', 'subscription-created', 'payment-first', 'subscription-cancelled', 'payment-first-partly-refunded'],
    { status: 'paid', paidUntil: MONTH_1, lines: [{ quantity: 3 }] },
  ],
  [
    'one whose first payment is refunded as an order',
    'lemonSqueezy',
    ['order-refunded', 'subscription-created', 'payment-first'],
    { status: 'refunded' },
  ],
  [
    'a sale at Gumroad, refunded in part and then in all',
    'gumroad',
    ['sale-asked-back', 'refund-part', 'refund'],
    { status: 'refunded', lines: [{ quantity: 2 }] },
  ],
  [
    'a membership at Gumroad that ends',
    'gumroad',
    ['membership-first', 'subscription-restarted', 'subscription-ended'],
    { status: 'ended', paidUntil: DAY_1 + 365 * DAY_MS },
  ],
  [
    'a subscription at FastSpring, whose charge failed before it was made',
    'fastSpring',
    ['order-of-a-subscription', 'subscription-activated', 'charge-completed-expanded', 'charge-failed'],
    { status: 'paid', paidUntil: 1_800_792_000_000, lines: [{ quantity: 3 }], buyer: { email: 'aenne@example.com' } },
  ],
  [
    'one whose first payment is returned',
    'fastSpring',
    ['order-of-a-subscription', 'return-all', 'subscription-deactivated'],
    { status: 'refunded' },
  ],
  [
    'a subscription of WooCommerce',
    'wooCommerce',
    ['order-paid', 'subscription-active', 'order-renewal', 'subscription-cancelled'],
    { status: 'ended', lines: [{ quantity: 2 }], buyer: { email: 'jose@example.com' } },
  ],
  [
    'a subscription of WooCommerce that the buyer switches',
    'wooCommerce',
    ['order-paid', 'subscription-active', 'order-switch', 'subscription-switched'],
    { status: 'paid', paidUntil: MONTH_1, lines: [{ item: { names: ['95', '93', 'sku:ED-C'] }, quantity: 1 }] },
  ],
  [
    'an order of WooCommerce, refunded in parts',
    'wooCommerce',
    ['order-paid', 'order-partly-refunded', 'order-refunded-in-two-parts'],
    { status: 'refunded' },
  ],
];

it.each(CASES)('%s', async (_, shop, names, expected) => {
  const messages = await factsOf(shop, names);
  // Each comes twice.
  const states = permutations(messages).map((order) => orderState(once([...order, ...order.toReversed()].flat())));
  expect(new Set(states.map((state) => JSON.stringify(state))).size).toBe(1);
  expect(states[0]).toMatchObject(expected);
});
