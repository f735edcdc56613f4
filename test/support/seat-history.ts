import type { Call } from './find-order';

/** What can be asked about the seats of one license key. */
export type SeatOperation =
  | { readonly kind: 'check' | 'giveBack' | 'license'; readonly device: string }
  | { readonly kind: 'release'; readonly id: number; readonly force: boolean }
  | { readonly kind: 'releaseAll'; readonly force: boolean }
  | { readonly kind: 'change'; readonly seats?: number; readonly leaseSeconds?: number }
  | { readonly kind: 'import'; readonly seats: number; readonly leaseSeconds: number }
  | { readonly kind: 'delete' | 'list' };

/** What was answered, as far as it can be known beforehand; undefined fields don't count. */
export interface SeatAnswer {
  /** A verdict, what became of a row that was imported, or the status of HTTP. */
  readonly is: string | number;
  readonly taken?: number;
  readonly of?: number;
  /** The device's. */
  readonly id?: number;
  /** The length of the lease. */
  readonly leaseSeconds?: number;
  /** What became of the seat of a device. */
  readonly seat?: 'free' | 'held' | 'none';
  readonly released?: number;
  /** Ids of the devices that have a seat, in ascending order. */
  readonly seated?: readonly number[];
}

export type SeatCall = Call<SeatOperation, SeatAnswer>;

interface Device {
  readonly id: number;
  readonly seated: boolean;
  /** Whether an offline license holds the seat. */
  readonly held: boolean;
  /** By a check: in the history, longer ago than the shorter lease and less than the longer, or since it was last released never. */
  readonly seen: 'now' | 'before' | 'never';
}

/** One license key that may be used, and its devices in the order of their names; undefined while there is none. */
export type SeatState =
  | {
      /** 0 for a key that counts no devices. */
      readonly seats: number;
      /** 0 where leases don't end. */
      readonly leaseSeconds: number;
      readonly lastId: number;
      readonly devices: Readonly<Record<string, Device>>;
    }
  | undefined;

type Key = NonNullable<SeatState>;

/** The two leases of histories. */
export const SHORT_LEASE = 60;
export const LONG_LEASE = 120;

/** The seats of a license key as the documentation has them: each request takes effect at once, and whole. */
export function takeSeatStep(
  key: SeatState,
  asked: SeatOperation,
): { readonly state: SeatState; readonly answer: SeatAnswer } {
  const [answer, state] = key ? stepOf(key, asked) : stepWithoutKey(asked);
  return { state, answer };
}

type Step = readonly [SeatAnswer, SeatState];
type AskedBy<Kind, Operation = SeatOperation> = Operation extends { kind: infer Kinds }
  ? Kind extends Kinds
    ? Operation
    : never
  : never;

/** The model: what each request is answered, and what becomes of the key. */
const MODEL: { readonly [Kind in SeatOperation['kind']]: (key: Key, asked: AskedBy<Kind>) => Step } = {
  check(key, { device }) {
    // A device that is refused at first is listed without a seat.
    if (isFullFor(key, device))
      return [{ is: 'NO SEAT', ...counts(key) }, device in key.devices ? key : put(withoutLapsed(key), device, {})];
    const next = put(withoutLapsed(key), device, { seated: true, seen: 'now' });
    return [{ is: 'AUTHORISED', ...counts(next), id: next.devices[device].id, ...leaseOf(key) }, next];
  },
  giveBack(key, { device }) {
    if (!hasSeat(key, device)) return [{ is: 'RELEASED', ...counts(key), seat: 'none' }, key];
    const next = free(key.devices[device].held ? key : withoutLapsed(key), device);
    return [{ is: 'RELEASED', ...counts(next), seat: seatOf(next, device) }, next];
  },
  license(key, { device }) {
    if (isFullFor(key, device)) return [{ is: 409 }, key];
    return [{ is: 201 }, put(withoutLapsed(key), device, hasSeat(key, device) ? HELD : { ...HELD, seen: 'never' })];
  },
  release(key, { id, force }) {
    const name = namesOf(key).find((each) => key.devices[each].id === id);
    const next = name === undefined ? key : free(key, name, force);
    return [name === undefined ? { is: 404 } : { is: 200, seat: seatOf(next, name) }, next];
  },
  releaseAll(key, { force }) {
    const next = namesOf(key).reduce((rest, name) => free(rest, name, force), withoutLapsed(key));
    return [{ is: 200, released: takenOf(key) - takenOf(next) }, next];
  },
  // Where there are no seats there are no devices, and the next id is left out.
  change(key, { seats = key.seats, leaseSeconds = key.leaseSeconds }) {
    const forgotten = seats === 0 && key.seats > 0 && { lastId: key.lastId + 1, devices: {} };
    return [
      { is: 200, of: seats, leaseSeconds },
      { ...key, seats, leaseSeconds, ...forgotten },
    ];
  },
  import: (key, asked) => [{ is: hasLimits(key, asked) ? 'unchanged' : 'conflict' }, key],
  delete: () => [{ is: 200 }, undefined],
  list: (key) => [{ is: 200, seated: holdersOf(key).toSorted((a, b) => a - b) }, key],
};

/** Answers where no devices are counted. */
const UNCOUNTED: Partial<Record<SeatOperation['kind'], string | number>> = {
  check: 'AUTHORISED',
  giveBack: 'RELEASED',
  license: 201,
};

function stepOf(key: Key, asked: SeatOperation): Step {
  const is = key.seats === 0 ? UNCOUNTED[asked.kind] : undefined;
  if (is !== undefined) return [{ is }, key];
  return (MODEL[asked.kind] as (key: Key, asked: SeatOperation) => Step)(key, asked);
}

function stepWithoutKey(asked: SeatOperation): Step {
  if (asked.kind === 'import') {
    const { seats, leaseSeconds } = asked;
    return [{ is: 'created' }, { seats, leaseSeconds, lastId: 0, devices: {} }];
  }
  if (asked.kind === 'check' || asked.kind === 'giveBack') return [{ is: 'NOT FOUND' }, undefined];
  return [{ is: asked.kind === 'change' || asked.kind === 'delete' ? 400 : 404 }, undefined];
}

const HELD = { seated: true, held: true } as const;
const namesOf = (key: Key): string[] => Object.keys(key.devices);

function hasSeat({ devices, leaseSeconds }: Key, name: string): boolean {
  if (!devices[name]?.seated) return false;
  const { held, seen } = devices[name];
  return held || seen === 'now' || (seen === 'before' && leaseSeconds !== SHORT_LEASE);
}

const holdersOf = (key: Key): number[] =>
  namesOf(key).flatMap((name) => (hasSeat(key, name) ? [key.devices[name].id] : []));
const takenOf = (key: Key): number => holdersOf(key).length;
const counts = (key: Key) => ({ taken: takenOf(key), of: key.seats });
const isFullFor = (key: Key, name: string): boolean => !hasSeat(key, name) && takenOf(key) >= key.seats;
const seatOf = (key: Key, name: string) => (key.devices[name].held ? 'held' : 'free');
const leaseOf = ({ leaseSeconds }: Key) => (leaseSeconds === 0 ? {} : { leaseSeconds });
const hasLimits = (key: Key, { seats, leaseSeconds }: { seats: number; leaseSeconds: number }): boolean =>
  key.seats === seats && key.leaseSeconds === leaseSeconds;

/** Changes a device, or adds one. */
function put(key: Key, name: string, change: Partial<Device>): Key {
  const before = key.devices[name] ?? { id: key.lastId + 1, seated: false, held: false, seen: 'never' };
  const devices = Object.entries({ ...key.devices, [name]: { ...before, ...change } }).toSorted();
  return { ...key, lastId: Math.max(key.lastId, before.id), devices: Object.fromEntries(devices) };
}

/** Takes a device's seat away, unless an offline license holds it: then only its lease ends. */
function free(key: Key, name: string, force = false): Key {
  return put(key, name, key.devices[name].held && !force ? { seen: 'never' } : { seated: false, held: false });
}

/** Whoever has lost the lease doesn't get the seat back by a longer one, once somebody has come or gone. */
const withoutLapsed = (key: Key): Key =>
  namesOf(key).reduce((rest, name) => (hasSeat(key, name) ? rest : free(rest, name)), key);

/** A history for people: a line for each call, in the order in which they were sent. */
export function describeHistory(calls: readonly SeatCall[], state: SeatState): string {
  const start = Math.min(...calls.map(({ sentAt }) => sentAt));
  const time = (at: number): string => (at === Infinity ? '–' : (at - start).toFixed(1)).padStart(8);
  const lines = calls
    .toSorted((a, b) => a.sentAt - b.sentAt)
    .map(({ client, operation: { kind, ...what }, sentAt, answeredAt, answer }) => {
      const told = answer === undefined ? 'no answer' : JSON.stringify(answer);
      return `${time(sentAt)} ${time(answeredAt)} ms  ${client.padEnd(4)} ${kind} ${JSON.stringify(what)} → ${told}`;
    });
  return [`from ${JSON.stringify(state)}`, ...lines].join('\n');
}
