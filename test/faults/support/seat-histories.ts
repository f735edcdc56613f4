import { findOrder } from '../../support/find-order';
import {
  describeHistory,
  LONG_LEASE,
  type SeatCall,
  type SeatOperation,
  type SeatState,
  SHORT_LEASE,
  takeSeatStep,
} from '../../support/seat-history';
import type { NaiveSeats } from './naive-seats';
import type { SeatRecorder } from './seat-recorder';

/** License keys that are used at the same time; each has a history of its own. */
const KEYS = 3;
const CLIENTS = 9;
const CALLS_A_CLIENT = 18;
const DEVICES = ['a', 'b', 'c', 'd', 'e'];
const SEATS = [2, 3];
const LEASES = [0, SHORT_LEASE, LONG_LEASE];
/** How long ago devices were seen that the shorter lease has left, and the longer one hasn't. */
const AGE_MS = (1000 * (SHORT_LEASE + LONG_LEASE)) / 2;
/** Before the longer lease leaves them too. */
const LONGEST_ROUND_MS = 20_000;
const NAIVE_DEVICES = 12;

/** What came of some histories. */
export interface Judged {
  judged: number;
  calls: number;
  unanswered: number;
  /** Histories that say nothing: they, or the search of an order, took too long, or an outage prolonged leases. */
  undecided: number;
  /** Those without an order, for people. */
  readonly wrong: string[];
}

export const nothingJudged = (): Judged => ({ judged: 0, calls: 0, unanswered: 0, undecided: 0, wrong: [] });

/** The numbers from 0 to below 1 that follow from a seed (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Has clients ask about some new license keys as fast as they can, of all instances, and judges what they were answered.
 * @param seed decides what is asked, of which key; when it happens is the machine's own
 */
export async function judgeRound(recorder: SeatRecorder, seed: number, into: Judged): Promise<void> {
  const histories = await begin(recorder, numbersFrom(seed));
  const start = performance.now();
  await Promise.all(
    Array.from({ length: CLIENTS }, (_, client) => ask(recorder, histories, numbersFrom(seed + 1 + client), client)),
  );
  for (const history of histories) {
    history.calls.push(await recorder.record(history.key, { kind: 'list' }, 'end', 0));
  }
  const isLate = performance.now() - start > LONGEST_ROUND_MS;
  const isDisturbed = isLate || (await recorder.sawOutage(AGE_MS + LONGEST_ROUND_MS));
  for (const { calls, state } of histories) {
    const order = isDisturbed ? undefined : findOrder(calls, state, takeSeatStep);
    into.calls += calls.length;
    into.unanswered += calls.filter(({ answer }) => answer === undefined).length;
    if (!order || order.outcome === 'unknown') into.undecided++;
    else into.judged++;
    if (order?.outcome === 'none') into.wrong.push(explain(seed, calls, state, order.calls));
  }
}

/** Has devices ask a naive giver for the seats of a license key of its own, all at once. @returns what the search found */
export async function judgeNaive(naive: NaiveSeats, keyId: number): Promise<string> {
  const seats = 2;
  const calls = await Promise.all(
    Array.from({ length: NAIVE_DEVICES }, async (_, client): Promise<SeatCall> => {
      const device = `device ${client}`;
      const sentAt = performance.now();
      const { status, seats: counted, device: seated } = await naive.check(keyId, seats, device, client);
      const answer = { is: status, taken: counted.taken, of: counted.of, id: seated?.id };
      const operation = { kind: 'check', device } as const;
      return { client: String(client), operation, sentAt, answeredAt: performance.now(), answer };
    }),
  );
  return findOrder(calls, { seats, leaseSeconds: 0, lastId: 0, devices: {} }, takeSeatStep).outcome;
}

interface History {
  readonly key: string;
  readonly state: SeatState;
  readonly calls: SeatCall[];
  /** Ids of its devices, as far as they were told. */
  readonly ids: number[];
}

/** License keys of which some seats were taken a while ago. */
async function begin(recorder: SeatRecorder, random: () => number): Promise<History[]> {
  const histories: History[] = [];
  for (let n = 0; n < KEYS; n++) {
    const key = recorder.newKey();
    const first: SeatOperation[] = [
      { kind: 'import', seats: one(SEATS, random), leaseSeconds: one(LEASES, random) },
      ...DEVICES.slice(0, Math.floor(3 * random())).map((device) => ({ kind: 'check', device }) as const),
    ];
    let state: SeatState;
    for (const operation of first) {
      const { answer } = await recorder.record(key, operation, 'begin', 0);
      const expected = takeSeatStep(state, operation);
      if (JSON.stringify(answer) !== JSON.stringify(expected.answer))
        throw new Error(`A history did not begin: ${JSON.stringify([operation, answer])}`);
      state = expected.state;
    }
    histories.push({ key, state: aged(state), calls: [], ids: [1] });
  }
  await recorder.age(
    histories.map(({ key }) => key),
    AGE_MS,
  );
  return histories;
}

function aged(state: SeatState): SeatState {
  if (!state) return state;
  const devices = Object.entries(state.devices).map(([name, device]) => [name, { ...device, seen: 'before' }] as const);
  return { ...state, devices: Object.fromEntries(devices) };
}

async function ask(
  recorder: SeatRecorder,
  histories: readonly History[],
  random: () => number,
  client: number,
): Promise<void> {
  for (let n = 0; n < CALLS_A_CLIENT; n++) {
    const history = one(histories, random);
    const call = await recorder.record(history.key, draw(history, random), String(client), client + n);
    history.calls.push(call);
    if (call.answer?.id !== undefined) history.ids.push(call.answer.id);
  }
}

/** Checks mostly, and now and then everything else. */
function draw({ ids }: History, random: () => number): SeatOperation {
  const device = one(DEVICES, random);
  const force = random() < 0.5;
  const kinds: readonly [weight: number, operation: SeatOperation][] = [
    [50, { kind: 'check', device }],
    [12, { kind: 'giveBack', device }],
    [5, { kind: 'license', device }],
    [6, { kind: 'release', id: one(ids, random), force }],
    [3, { kind: 'releaseAll', force }],
    [12, { kind: 'change', seats: one([1, 2, 2, 3, 3, 4], random) }],
    [2, { kind: 'change', seats: 0 }],
    [5, { kind: 'change', leaseSeconds: one(LEASES, random) }],
    [1, { kind: 'delete' }],
    [4, { kind: 'import', seats: one(SEATS, random), leaseSeconds: one(LEASES, random) }],
  ];
  let left = random() * kinds.reduce((sum, [weight]) => sum + weight, 0);
  return kinds.find(([weight]) => (left -= weight) < 0)![1];
}

function one<T>(all: readonly T[], random: () => number): T {
  return all[Math.floor(random() * all.length)];
}

function explain(seed: number, calls: readonly SeatCall[], state: SeatState, longest: readonly SeatCall[]): string {
  return [
    `No order explains this history (seed ${seed}):`,
    describeHistory(calls, state),
    `The longest beginning of an order, ${longest.length} of ${calls.length} calls; left are`,
    describeHistory(
      calls.filter((call) => !longest.includes(call)),
      longest.reduce((now, { operation }) => takeSeatStep(now, operation).state, state),
    ),
  ].join('\n');
}
