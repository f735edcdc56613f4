import type { Mapping } from '../sources/mapping.entity';
import type { OrderState } from './order-state';
import { MOST_KEYS, wantedOf } from './wanted';

const UNTIL = Date.UTC(2099, 0, 1);
const state = (more: Partial<OrderState> = {}): OrderState => ({
  status: 'paid',
  isTest: false,
  buyer: {},
  lines: [],
  ...more,
});
const line = (quantity: number) => ({ item: { names: ['pro'] as [string], quantity }, quantity });
const mapping = (more: Partial<Mapping> = {}): Mapping => ({
  id: 1,
  sourceId: 1,
  item: 'pro',
  pid: 6,
  plan: 'pro',
  each: 'key',
  count: 1,
  createdAt: 0,
  ...more,
});
const wanted = (of: OrderState, quantity: number, as = mapping()) => wantedOf(of, line(quantity), as, 'Stripe');

it.each([
  ['a key', state(), 1, mapping(), { keys: 1, seats: null, expiresAt: null, isRenewed: false, disabledBecause: null }],
  ['three units of two keys', state(), 3, mapping({ count: 2 }), { keys: 6, seats: null }],
  ['three units of two seats', state(), 3, mapping({ each: 'seat', count: 2 }), { keys: 1, seats: 6 }],
  ['a subscription', state({ paidUntil: UNTIL }), 1, mapping(), { expiresAt: UNTIL, isRenewed: true }],
  [
    'one past due',
    state({ status: 'pastDue', paidUntil: UNTIL }),
    1,
    mapping(),
    { isRenewed: true, disabledBecause: null },
  ],
  [
    'one that is over',
    state({ status: 'ended', paidUntil: UNTIL }),
    1,
    mapping(),
    { expiresAt: UNTIL, isRenewed: false },
  ],
  ['a refund', state({ status: 'refunded' }), 1, mapping(), { disabledBecause: 'Refunded at Stripe' }],
  ['a lost dispute', state({ status: 'disputed' }), 1, mapping(), { disabledBecause: 'Dispute lost at Stripe' }],
  ['a line that went', state(), 0, mapping(), { keys: 0, disabledBecause: 'No longer part of the order at Stripe' }],
  ['seats that went', state(), 0, mapping({ each: 'seat' }), { keys: 0, seats: null }],
] as const)('%s', (_name, of, quantity, as, expected) => {
  expect(wanted(of, quantity, as)).toMatchObject({ pid: 6, plan: 'pro', ...expected });
});

it('makes nothing of what is not paid, or no license', () => {
  expect(wanted(state({ status: 'unpaid' }), 1)).toBeUndefined();
  expect(wanted(state(), 1, mapping({ pid: null }))).toBeUndefined();
});

it('leaves to a person what is too much to be meant', () => {
  expect(wanted(state(), MOST_KEYS)).toMatchObject({ keys: MOST_KEYS });
  expect(wanted(state(), MOST_KEYS + 1)).toBe('10001 of "pro" are 10001 keys, more than 10000: create them by hand.');
  expect(wanted(state(), 1_000_001, mapping({ each: 'seat' }))).toEqual(expect.stringContaining('seats'));
});
