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

const hasSeat = ({ leaseSeconds }: Key, { seated, held, seen }: Device): boolean =>
  seated && (held || seen === 'now' || (seen === 'before' && leaseSeconds !== SHORT_LEASE));
const countOf = (key: Key): number => Object.values(key.devices).filter((device) => hasSeat(key, device)).length;
const released = (device: Device): Device => ({ ...device, seated: false, held: false });

function changed(key: Key, change: (device: Device) => Device): Key {
  return { ...key, devices: Object.fromEntries(Object.entries(key.devices).map(([n, each]) => [n, change(each)])) };
}

/** Whoever has lost the lease doesn't get the seat back by a longer one, once somebody has come or gone. */
const withoutLapsed = (key: Key): Key => changed(key, (device) => (hasSeat(key, device) ? device : released(device)));

function withDevice(key: Key, name: string, change: Partial<Device>): Key {
  const before = key.devices[name] ?? { id: key.lastId + 1, seated: false, held: false, seen: 'never' };
  const devices = Object.entries({ ...key.devices, [name]: { ...before, ...change } }).toSorted();
  return { ...key, lastId: Math.max(key.lastId, before.id), devices: Object.fromEntries(devices) };
}

/** The seats of a license key as the documentation has them: each request takes effect at once, and whole. */
export function takeSeatStep(
  key: SeatState,
  asked: SeatOperation,
): { readonly state: SeatState; readonly answer: SeatAnswer } {
  const answered = (answer: SeatAnswer, state: SeatState = key) => ({ state, answer });
  if (asked.kind === 'import') {
    const { seats, leaseSeconds } = asked;
    if (!key) return answered({ is: 'created' }, { seats, leaseSeconds, lastId: 0, devices: {} });
    return answered({ is: key.seats === seats && key.leaseSeconds === leaseSeconds ? 'unchanged' : 'conflict' });
  }
  if (!key) {
    if (asked.kind === 'check' || asked.kind === 'giveBack') return answered({ is: 'NOT FOUND' });
    return answered({ is: asked.kind === 'change' || asked.kind === 'delete' ? 400 : 404 });
  }
  const taken = countOf(key);
  const of = key.seats;
  const lease = key.leaseSeconds === 0 ? {} : { leaseSeconds: key.leaseSeconds };
  switch (asked.kind) {
    case 'check': {
      const device = key.devices[asked.device];
      if (of === 0) return answered({ is: 'AUTHORISED' });
      const isIn = device !== undefined && hasSeat(key, device);
      if (!isIn && taken >= of) return answered({ is: 'NO SEAT', taken, of });
      const after = withDevice(withoutLapsed(key), asked.device, { seated: true, seen: 'now' });
      const { id } = after.devices[asked.device];
      return answered({ is: 'AUTHORISED', taken: countOf(after), of, id, ...lease }, after);
    }
    case 'giveBack': {
      const device = key.devices[asked.device];
      if (of === 0) return answered({ is: 'RELEASED' });
      if (!device || !hasSeat(key, device)) return answered({ is: 'RELEASED', taken, of, seat: 'none' });
      if (device.held)
        return answered({ is: 'RELEASED', taken, of, seat: 'held' }, withDevice(key, asked.device, { seen: 'never' }));
      const after = withDevice(withoutLapsed(key), asked.device, released(device));
      return answered({ is: 'RELEASED', taken: countOf(after), of, seat: 'free' }, after);
    }
    case 'license': {
      if (of === 0) return answered({ is: 201 });
      const rest = withoutLapsed(key);
      const isIn = rest.devices[asked.device]?.seated ?? false;
      if (!isIn && taken >= of) return answered({ is: 409 });
      const unseen = isIn ? {} : ({ seen: 'never' } as const);
      return answered({ is: 201 }, withDevice(rest, asked.device, { seated: true, held: true, ...unseen }));
    }
    case 'release': {
      const [name, device] = Object.entries(key.devices).find(([, { id }]) => id === asked.id) ?? [];
      if (name === undefined || !device) return answered({ is: 404 });
      if (!device.seated) return answered({ is: 200, seat: 'free' });
      if (device.held && !asked.force)
        return answered({ is: 200, seat: 'held' }, withDevice(key, name, { seen: 'never' }));
      return answered({ is: 200, seat: 'free' }, withDevice(key, name, released(device)));
    }
    case 'releaseAll': {
      const kept = changed(withoutLapsed(key), (device) =>
        device.held && !asked.force ? { ...device, seen: 'never' } : released(device),
      );
      return answered({ is: 200, released: taken - countOf(kept) }, kept);
    }
    case 'change': {
      const { seats = key.seats, leaseSeconds = key.leaseSeconds } = asked;
      // Where there are no seats there are no devices, and the next id is left out.
      const forgotten = seats === 0 && of > 0 ? { lastId: key.lastId + 1, devices: {} } : {};
      return answered({ is: 200, of: seats, leaseSeconds }, { ...key, seats, leaseSeconds, ...forgotten });
    }
    case 'delete':
      return { state: undefined, answer: { is: 200 } };
  }
  // A list.
  const ids = Object.values(key.devices).flatMap((device) => (hasSeat(key, device) ? [device.id] : []));
  return answered({ is: 200, seated: ids.toSorted((a, b) => a - b) });
}

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
