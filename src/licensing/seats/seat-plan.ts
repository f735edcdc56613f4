import type { StoredDevice } from '../devices/device-row';
import type { Count } from '../devices/seat-counts.repository';
import { lapsedUpTo, leaseEnd, type Outages } from './lease';

/** A license key that counts devices. */
export interface SeatedKey {
  /** Record id. */
  readonly id: number;
  /** Most devices at a time. */
  readonly seats: number;
  /** How long a device keeps its seat without being seen; null until it is released. */
  readonly leaseSeconds: number | null;
}

/** How the seats of a license key stand to one device. */
export interface Seating {
  readonly of: number;
  readonly taken: number;
  /** Whether the device has one of those that are taken. */
  readonly holds: boolean;
}

/** What a client says of its device, for people. */
export interface Description {
  /** Undefined when it says none. */
  readonly name: string | undefined;
  readonly address: string;
}

/** A device that has a seat now. */
export interface SeatedDevice {
  readonly id: number;
  /** Milliseconds since the Unix epoch; undefined without a lease. */
  readonly leaseUntil: number | undefined;
}

/** What happens to seats, as it is counted. */
export type SeatEvent = 'taken' | 'renewed' | 'refused' | 'released';

/** What became of a seat that was given back. */
export type Release =
  | { readonly outcome: 'released' | 'nothing' }
  /** Milliseconds since the Unix epoch. */
  | { readonly outcome: 'held'; readonly heldUntil: number };

/** A license key's seats, as they were read and as they become. */
export interface KeySeats {
  readonly key: SeatedKey;
  readonly before: Count | undefined;
  /** Devices that still have their seat though their lease has run out: not among `taken`. */
  readonly lapsed: number;
  /** Devices last seen then, or before, have no lease any more; 0 when there are no leases. */
  readonly lapsedUpTo: number;
  taken: number;
  lastDevice: number;
  isTouched: boolean;
}

/** A device of a license key, as it was read and as it becomes. */
export interface PlannedDevice {
  readonly keyId: number;
  readonly id: number;
  /** Undefined for one that is new. */
  readonly stored: StoredDevice | undefined;
  /** Whether it had a seat that had not lapsed. */
  readonly hadSeat: boolean;
  hasSeat: boolean;
  /** Whether it gave its seat back while an offline license holds that. */
  isRetired: boolean;
  /** Whether it passed. */
  isSeen: boolean;
  name: string;
  address: string;
}

/** What a plan begins with: what was read. */
export interface SeatsRead {
  readonly now: number;
  readonly outages: Outages;
  readonly counts: ReadonlyMap<number, Count>;
  /** How many leases have run out of devices that still have their seat, by license key; left out: none. */
  readonly lapsed: ReadonlyMap<number, number>;
  /** By their hashes. */
  readonly devices: ReadonlyMap<string, StoredDevice>;
}

/**
 * What becomes of the seats of some license keys while a batch of checks is judged, one after another. It knows no clock and
 * no database: what was read goes in, what is to be written comes out (`SeatPlanner.writes`).
 */
export class SeatPlan {
  readonly keys = new Map<number, KeySeats>();
  /** By their hashes. */
  readonly devices = new Map<string, PlannedDevice>();
  readonly events: SeatEvent[] = [];

  constructor(readonly read: SeatsRead) {}

  /** How many devices lose the seat whose lease had run out. */
  get lapsed(): number {
    return [...this.keys.values()].reduce((sum, { isTouched, lapsed }) => sum + (isTouched ? lapsed : 0), 0);
  }

  /** The license keys of which a seat is taken, given back or has lapsed, in ascending order. */
  get recounted(): KeySeats[] {
    return [...this.keys.values()].filter(isRecounted).toSorted((a, b) => a.key.id - b.key.id);
  }

  seating(key: SeatedKey, hash: string): Seating {
    const { taken } = this.seatsOf(key);
    return { of: key.seats, taken, holds: this.deviceOf(key, hash)?.hasSeat ?? false };
  }

  /** The device has passed: it keeps its seat, or takes one that is free. */
  take(key: SeatedKey, hash: string, { name, address }: Description): SeatedDevice {
    const seats = this.seatsOf(key);
    const device = this.deviceOf(key, hash) ?? this.add(seats, hash);
    this.events.push(device.hasSeat ? 'renewed' : 'taken');
    if (!device.hasSeat) seats.taken++;
    Object.assign(device, { hasSeat: true, isSeen: true, isRetired: false, address, name: name ?? device.name });
    seats.isTouched = true;
    const { now, outages } = this.read;
    const { leaseSeconds } = key;
    return { id: device.id, leaseUntil: leaseSeconds === null ? undefined : leaseEnd(now, leaseSeconds, outages) };
  }

  /** There was no seat for a device. */
  refuse(): void {
    this.events.push('refused');
  }

  /** The device needs no seat any more; one that an offline license holds is free when that ends. */
  giveBack(key: SeatedKey, hash: string): Release {
    const device = this.deviceOf(key, hash);
    if (!device?.hasSeat) return { outcome: 'nothing' };
    const heldUntil = device.stored?.heldUntil ?? 0;
    if (heldUntil > this.read.now) {
      Object.assign(device, { isRetired: true, isSeen: false });
      return { outcome: 'held', heldUntil };
    }
    const seats = this.seatsOf(key);
    device.hasSeat = false;
    seats.taken--;
    seats.isTouched = true;
    this.events.push('released');
    return { outcome: 'released' };
  }

  private seatsOf(key: SeatedKey): KeySeats {
    const known = this.keys.get(key.id);
    if (known) return known;
    const { counts, lapsed, now, outages } = this.read;
    const before = counts.get(key.id);
    const ended = lapsed.get(key.id) ?? 0;
    const seats: KeySeats = {
      key,
      before,
      lapsed: ended,
      lapsedUpTo: lapsedUpTo(now, key.leaseSeconds, outages),
      taken: (before?.taken ?? 0) - ended,
      lastDevice: before?.lastDevice ?? 0,
      isTouched: false,
    };
    this.keys.set(key.id, seats);
    return seats;
  }

  private deviceOf(key: SeatedKey, hash: string): PlannedDevice | undefined {
    const known = this.devices.get(hash);
    const stored = this.read.devices.get(hash);
    if (known || !stored) return known;
    const { lapsedUpTo: lapsed } = this.seatsOf(key);
    const { id, name, address, lastSeen, heldUntil } = stored;
    const hadSeat = stored.hasSeat && (lastSeen > lapsed || heldUntil > this.read.now);
    const unchanged = { hadSeat, hasSeat: hadSeat, isSeen: false, isRetired: false };
    const device: PlannedDevice = { keyId: key.id, id, stored, name, address, ...unchanged };
    this.devices.set(hash, device);
    return device;
  }

  private add(seats: KeySeats, hash: string): PlannedDevice {
    const id = ++seats.lastDevice;
    const fresh = { stored: undefined, hadSeat: false, hasSeat: false, isSeen: false, isRetired: false };
    const device: PlannedDevice = { keyId: seats.key.id, id, name: '', address: '', ...fresh };
    this.devices.set(hash, device);
    return device;
  }
}

function isRecounted({ before, taken, lastDevice, lapsed, isTouched }: KeySeats): boolean {
  return isTouched && (lapsed > 0 || before?.taken !== taken || before.lastDevice !== lastDevice);
}
