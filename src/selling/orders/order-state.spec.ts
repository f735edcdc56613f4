import { assert, constantFrom, array, integer, property, record, shuffledSubarray } from 'fast-check';
import { type Fact, FACT_KINDS, type FactKind } from '../shops/facts';
import { orderState } from './order-state';

const DAY = 86_400_000;
const START = Date.UTC(2026, 0, 31);
const MONTH_1 = Date.UTC(2026, 1, 28);
const MONTH_2 = Date.UTC(2026, 2, 31);
const MONTH_3 = Date.UTC(2026, 3, 30);

const PRO = { line: 'si_1', names: ['price_pro', 'prod_1'], quantity: 1 } as const;
const TEAM = { line: 'si_1', names: ['price_team', 'prod_2'], quantity: 5 } as const;

const fact = (kind: FactKind, at: number, more: Partial<Fact> = {}): Fact => ({
  kind,
  id: `${kind}:${more.payment ?? ''}:${at}`,
  at,
  order: 'sub_1',
  references: [],
  isTest: false,
  ...more,
});
const paid = fact('paid', START, {
  payment: 'in_1',
  paidUntil: MONTH_1,
  items: [PRO],
  buyer: { email: 'a@example.com' },
});
const renewed = fact('renewed', MONTH_1, { payment: 'in_2', paidUntil: MONTH_2 });
/** Shops tell it before they charge for it. */
const next = fact('changed', MONTH_1, { periodStart: MONTH_1, paidUntil: MONTH_2 });
const switched = fact('changed', MONTH_1 + DAY, { items: [TEAM] });
const pastDue = fact('pastDue', MONTH_2 + DAY);
const paidLate = fact('renewed', MONTH_2 + 3 * DAY, { payment: 'in_3', paidUntil: MONTH_3 });
const ended = fact('ended', MONTH_3);

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));
}

it('ends alike after all 720 orders of six events of a subscription', () => {
  const six = [paid, renewed, switched, pastDue, paidLate, ended];
  const states = permutations(six).map((facts) => JSON.stringify(orderState(facts)));
  expect(states).toHaveLength(720);
  expect(new Set(states).size).toBe(1);
  expect(JSON.parse(states[0])).toMatchObject({
    status: 'ended',
    paidUntil: MONTH_3,
    createdAt: START,
    paidAt: START,
    lines: [{ item: { names: ['price_team', 'prod_2'] }, quantity: 5 }],
    buyer: { email: 'a@example.com' },
  });
});

describe('the state of an order', () => {
  it.each([
    ['nothing said', [], { status: 'unpaid', paidUntil: undefined }],
    ['ordered, not paid', [fact('changed', START, { items: [PRO] })], { status: 'unpaid', paidUntil: undefined }],
    ['paid once', [fact('paid', START, { items: [PRO] })], { status: 'paid', paidUntil: undefined }],
    ['a first period', [paid], { status: 'paid', paidUntil: MONTH_1 }],
    ['renewed', [paid, renewed], { status: 'paid', paidUntil: MONTH_2 }],
    ['past due', [paid, renewed, pastDue], { status: 'pastDue', paidUntil: MONTH_2 }],
    ['past due, then paid', [paid, renewed, pastDue, paidLate], { status: 'paid', paidUntil: MONTH_3 }],
    ['over', [paid, fact('ended', START + DAY)], { status: 'ended', paidUntil: MONTH_1 }],
    [
      'over, where the shop says no period',
      [fact('paid', START), fact('ended', START + DAY)],
      { status: 'ended', paidUntil: START + DAY },
    ],
    [
      'reactivated',
      [paid, fact('ended', START + DAY), fact('changed', START + 2 * DAY)],
      { status: 'paid', paidUntil: MONTH_1 },
    ],
    ['refunded', [paid, fact('refunded', START + DAY, { payment: 'in_1', refunded: 'all' })], { status: 'refunded' }],
    [
      'refunded, where the shop names no payment',
      [paid, fact('refunded', START + DAY, { refunded: 'all' })],
      { status: 'refunded', paidUntil: undefined },
    ],
    [
      'refunded in part',
      [paid, fact('refunded', START + DAY, { payment: 'in_1', refunded: 'part' })],
      { status: 'paid', paidUntil: MONTH_1 },
    ],
    [
      'a refunded renewal: that period only',
      [paid, renewed, fact('refunded', MONTH_1 + DAY, { payment: 'in_2', refunded: 'all' })],
      { status: 'paid', paidUntil: MONTH_1 },
    ],
    [
      'a refund that grew to all',
      [
        paid,
        fact('refunded', START + 1, { payment: 'in_1', refunded: 'part' }),
        fact('refunded', START + 2, { payment: 'in_1', refunded: 'all' }),
      ],
      { status: 'refunded' },
    ],
    [
      'a refunded renewal that is named by its charge',
      [
        paid,
        renewed,
        fact('changed', MONTH_1, { payment: 'in_2', references: ['pi_2'] }),
        fact('refunded', MONTH_1 + DAY, { payment: 'ch_2', references: ['pi_2'], refunded: 'all' }),
      ],
      { status: 'paid', paidUntil: MONTH_1 },
    ],
    ['disputed', [paid, fact('disputed', START + DAY, { payment: 'in_1' })], { status: 'paid' }],
    [
      'a lost dispute',
      [paid, fact('disputed', START + DAY, { payment: 'in_1', isLost: true })],
      { status: 'disputed' },
    ],
    [
      'a dispute lost, then won',
      [
        paid,
        fact('disputed', START + DAY, { payment: 'in_1', isLost: true }),
        fact('disputeWon', START + 2 * DAY, { payment: 'in_1' }),
      ],
      { status: 'paid', paidUntil: MONTH_1 },
    ],
    [
      'an end of the paid time that is told without a payment',
      [fact('changed', START - 1, { paidUntil: MONTH_1 }), fact('paid', START, { payment: 'p1' })],
      { status: 'paid', paidUntil: MONTH_1 },
    ],
    ['a next period that isn’t paid yet', [paid, next], { status: 'paid', paidUntil: MONTH_1 }],
    [
      'a next period that nobody pays',
      [paid, next, fact('pastDue', MONTH_1 + DAY), fact('ended', MONTH_1 + 20 * DAY)],
      { status: 'ended', paidUntil: MONTH_1 },
    ],
    [
      'a next period, and a payment that doesn’t say what it pays',
      [paid, next, fact('renewed', MONTH_1 + DAY, { payment: 'in_2' })],
      { status: 'paid', paidUntil: MONTH_2 },
    ],
    [
      'a paid period that the shop prolongs',
      [paid, fact('changed', START + DAY, { periodStart: START, paidUntil: MONTH_2 })],
      { status: 'paid', paidUntil: MONTH_2 },
    ],
  ] as const)('%s', (_name, facts, expected) => {
    expect(orderState(facts)).toMatchObject(expected);
  });

  it('keeps a line when the buyer switches, and adds one for a further item', () => {
    const more = { line: 'si_2', names: ['price_addon'], quantity: 1 } as const;
    const states = [
      orderState([paid, switched]),
      orderState([paid, switched, fact('changed', MONTH_2, { items: [more, TEAM] })]),
      orderState([paid, switched, fact('changed', MONTH_2, { items: [more] })]),
    ];
    expect(states.map(({ lines }) => lines.map(({ item, quantity }) => [item.names[0], quantity]))).toEqual([
      [['price_team', 5]],
      [
        ['price_team', 5],
        ['price_addon', 1],
      ],
      [['price_addon', 1]],
    ]);
  });

  it('keeps the number of a line without an id when its item goes and another stays', () => {
    const [one, two] = ['a', 'b'].map((name) => ({ names: [name] as [string], quantity: 1 }));
    const { lines } = orderState([
      fact('paid', START, { items: [one, two] }),
      fact('changed', START + 1, { items: [two] }),
    ]);
    expect(lines.map(({ item, quantity }) => [item.names[0], quantity])).toEqual([
      ['a', 0],
      ['b', 1],
    ]);
  });
});

it('follows from the set of facts alone, whatever they are', () => {
  const facts = array(
    record({
      kind: constantFrom(...FACT_KINDS),
      at: integer({ min: 1, max: 5 }),
      payment: constantFrom('p1', 'p2', undefined),
      paidUntil: constantFrom(undefined, 10, 20),
      refunded: constantFrom('all' as const, 'part' as const),
      isLost: constantFrom(true, false),
      items: constantFrom(undefined, [PRO], [TEAM], []),
    }),
    { minLength: 1, maxLength: 8 },
  ).map((all) => all.map((each, index) => fact(each.kind, each.at, { ...each, id: String(index) })));
  const shuffled = facts.chain((all) =>
    shuffledSubarray(all, { minLength: all.length }).map((others) => [all, others] as const),
  );
  assert(
    property(shuffled, ([all, others]) => expect(orderState(others)).toEqual(orderState(all))),
    { numRuns: 2000 },
  );
});
