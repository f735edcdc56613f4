import { findOrder } from '../../../test/support/find-order';
import {
  describeHistory,
  type SeatAnswer,
  type SeatCall,
  type SeatOperation,
  type SeatState,
  takeSeatStep,
} from '../../../test/support/seat-history';

const check = (device: string): SeatOperation => ({ kind: 'check', device });
const change = (seats: number): SeatOperation => ({ kind: 'change', seats });
const changed = (of: number): SeatAnswer => ({ is: 200, of, leaseSeconds: 0 });
const passed = (taken: number, of: number, id: number): SeatAnswer => ({ is: 'AUTHORISED', taken, of, id });
const refused = (taken: number, of: number): SeatAnswer => ({ is: 'NO SEAT', taken, of });

const call = (sentAt: number, answeredAt: number, operation: SeatOperation, answer: SeatAnswer): SeatCall => ({
  client: '',
  operation,
  sentAt,
  answeredAt,
  answer,
});
const unanswered = (sentAt: number, operation: SeatOperation): SeatCall => ({
  client: '',
  operation,
  sentAt,
  answeredAt: Infinity,
  answer: undefined,
});

const keyOf = (seats: number, leaseSeconds = 0): NonNullable<SeatState> => ({
  seats,
  leaseSeconds,
  lastId: 0,
  devices: {},
});
const judge = (calls: readonly SeatCall[], state: SeatState): string => findOrder(calls, state, takeSeatStep).outcome;

describe('a history of seats has an order', () => {
  it.each<[string, SeatCall[], SeatState?]>([
    ['without calls', []],
    ['when one asks after the other', [call(0, 1, check('a'), passed(1, 1, 1)), call(2, 3, check('b'), refused(1, 1))]],
    [
      'when the later answer belongs to the first',
      [call(0, 9, check('a'), passed(1, 1, 1)), call(1, 8, check('b'), refused(1, 1))],
    ],
    [
      'when a refusal beside a smaller number of seats comes before it',
      [
        call(0, 1, check('a'), passed(1, 2, 1)),
        call(2, 9, check('b'), passed(2, 2, 2)),
        call(3, 8, change(1), changed(1)),
        call(10, 11, check('c'), refused(2, 1)),
      ],
      keyOf(2),
    ],
    ['when what was not answered was done', [unanswered(0, check('a')), call(5, 6, check('b'), refused(1, 1))]],
    [
      'when what was not answered was done long after',
      [
        unanswered(0, check('a')),
        call(5, 6, check('b'), passed(1, 1, 1)),
        call(7, 8, { kind: 'giveBack', device: 'b' }, { is: 'RELEASED', taken: 0, of: 1, seat: 'free' }),
        call(9, 10, { kind: 'list' }, { is: 200, seated: [2] }),
      ],
    ],
    ['when what was not answered was not done', [unanswered(0, check('a')), call(5, 6, check('b'), passed(1, 1, 1))]],
  ])('%s', (...[, calls, state = keyOf(1)]) => {
    expect(judge(calls, state)).toBe('found');
  });
});

describe('a history of seats has no order', () => {
  it.each<[string, SeatCall[], SeatState?]>([
    ['when two have the only seat', [call(0, 5, check('a'), passed(1, 1, 1)), call(1, 6, check('b'), passed(1, 1, 2))]],
    [
      'when a seat is taken that was taken away before',
      [
        call(0, 1, check('a'), passed(1, 2, 1)),
        call(2, 3, change(1), changed(1)),
        call(4, 5, check('b'), passed(2, 2, 2)),
      ],
      keyOf(2),
    ],
    [
      'when a seat shows that was taken before there were fewer, and did not show then',
      [
        call(0, 1, check('a'), passed(1, 2, 1)),
        call(2, 9, check('b'), passed(2, 2, 2)),
        call(3, 4, change(1), changed(1)),
        call(5, 6, { kind: 'list' }, { is: 200, seated: [1] }),
        call(10, 11, { kind: 'list' }, { is: 200, seated: [1, 2] }),
      ],
      keyOf(2),
    ],
    [
      'when one that passed is told of a count without it',
      [call(0, 9, check('a'), passed(1, 2, 1)), call(1, 8, check('a'), passed(0, 2, 1))],
      keyOf(2),
    ],
    [
      'when one is refused for its own seat',
      [call(0, 1, check('a'), passed(1, 1, 1)), call(2, 3, check('a'), refused(1, 1))],
    ],
    [
      'when a device gets an id of another',
      [call(0, 1, check('a'), passed(1, 2, 1)), call(2, 3, check('b'), passed(2, 2, 1))],
      keyOf(2),
    ],
    ['when something was done that nobody asked for', [call(0, 1, check('a'), refused(1, 1))]],
    ['when it was asked for only afterwards', [call(0, 1, check('a'), refused(1, 1)), unanswered(2, check('b'))]],
    [
      'when a device keeps its seat that expired before another came',
      [
        call(0, 1, { kind: 'change', leaseSeconds: 60 }, { is: 200, of: 2, leaseSeconds: 60 }),
        call(2, 3, check('b'), { is: 'AUTHORISED', taken: 1, of: 2, id: 2, leaseSeconds: 60 }),
        call(4, 5, { kind: 'change', leaseSeconds: 120 }, { is: 200, of: 2, leaseSeconds: 120 }),
        call(6, 7, { kind: 'list' }, { is: 200, seated: [1, 2] }),
      ],
      { ...keyOf(2, 120), lastId: 1, devices: { a: { id: 1, seated: true, held: false, seen: 'before' } } },
    ],
  ])('%s', (...[, calls, state = keyOf(1)]) => {
    expect(judge(calls, state)).toBe('none');
  });

  it('and is shown with the times of its calls', () => {
    const calls = [call(3, 5.25, check('b'), refused(1, 1)), unanswered(2, check('a'))];
    expect(describeHistory(calls, keyOf(1))).toBe(
      [
        'from {"seats":1,"leaseSeconds":0,"lastId":0,"devices":{}}',
        '     0.0        – ms       check {"device":"a"} → no answer',
        '     1.0      3.3 ms       check {"device":"b"} → {"is":"NO SEAT","taken":1,"of":1}',
      ].join('\n'),
    );
  });
});

it('the search of an order is given up', () => {
  const many = Array.from({ length: 20 }, (_, index) => unanswered(index, check(`device ${index}`)));
  const calls = [...many, call(100, 101, check('last'), passed(99, 99, 99))];
  expect(findOrder(calls, keyOf(99), takeSeatStep, 1000).outcome).toBe('unknown');
});

it('calls that lead to the same state in another order are looked at once', () => {
  // In 12! orders, of 4096 sets.
  const same = Array.from({ length: 12 }, (_, index) => call(index, 100, check('a'), passed(1, 1, 1)));
  expect(judge([...same, call(101, 102, { kind: 'list' }, { is: 200, seated: [] })], keyOf(1))).toBe('none');
});
