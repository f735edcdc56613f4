import type { StoredDevice } from '../devices/device-row';
import type { Count } from '../devices/seat-counts.repository';
import { expiredUpTo, leaseEnd, type Outages } from './lease';

export interface SeatedKey {
  readonly id: number;
  readonly seats: number;
  /** Null for no leases. */
  readonly leaseSeconds: number | null;
}

export interface SeatClaim {
  readonly key: SeatedKey;
  readonly hash: string;
}

export interface Seating {
  readonly of: number;
  readonly taken: number;
  readonly holds: boolean;
}

interface Description {
  readonly name: string | undefined;
  readonly address: string;
}

export interface SeatedDevice {
  readonly id: number;
  /** Milliseconds since the Unix epoch; undefined without a lease. */
  readonly leaseUntil: number | undefined;
}

type SeatEvent = 'taken' | 'renewed' | 'refused' | 'released';

type Release =
  | { readonly outcome: 'released' | 'nothing' }
  /** Milliseconds since the Unix epoch. */
  | { readonly outcome: 'held'; readonly heldUntil: number };

export interface KeySeats {
  readonly key: SeatedKey;
  readonly before: Count | undefined;
  /** Devices whose lease has expired but that weren't evicted yet; not part of `taken`. */
  readonly expired: number;
  /** Leases of devices last seen then or before have expired; 0 without leases. */
  readonly expiredUpTo: number;
  taken: number;
  lastDevice: number;
  isTouched: boolean;
}

export interface PlannedDevice {
  readonly keyId: number;
  readonly id: number;
  readonly stored: StoredDevice | undefined;
  readonly hadSeat: boolean;
  hasSeat: boolean;
  /** It gave its seat back, but an offline license still holds the seat. */
  hasEndedLease: boolean;
  isSeen: boolean;
  /** For want of a seat, and has none by now. */
  isRefused: boolean;
  name: string;
  address: string;
}

interface SeatsRead {
  readonly now: number;
  readonly outages: Outages;
  readonly counts: ReadonlyMap<number, Count>;
  /** Devices with an expired seat, by license key; no entry for none. */
  readonly expired: ReadonlyMap<number, number>;
  readonly devices: ReadonlyMap<string, StoredDevice>;
}

/** Decides on seats while a batch's checks are judged in turn. Pure: `SeatPlanner` reads and writes. */
export class SeatPlan {
  readonly keys = new Map<number, KeySeats>();
  readonly devices = new Map<string, PlannedDevice>();
  readonly events: SeatEvent[] = [];

  constructor(readonly read: SeatsRead) {}

  get expired(): number {
    return [...this.keys.values()].reduce((sum, { isTouched, expired }) => sum + (isTouched ? expired : 0), 0);
  }

  /** License keys whose counts change, in ascending order. */
  get recounted(): KeySeats[] {
    return [...this.keys.values()].filter(isRecounted).toSorted((a, b) => a.key.id - b.key.id);
  }

  seating(claim: SeatClaim): Seating {
    const { taken } = this.seatsOf(claim.key);
    return { of: claim.key.seats, taken, holds: this.deviceOf(claim)?.hasSeat ?? false };
  }

  take(claim: SeatClaim, { name, address }: Description): SeatedDevice {
    const seats = this.seatsOf(claim.key);
    const device = this.deviceOf(claim) ?? this.add(seats, claim.hash);
    this.events.push(device.hasSeat ? 'renewed' : 'taken');
    if (!device.hasSeat) seats.taken++;
    Object.assign(device, { hasSeat: true, isSeen: true, isRefused: false, hasEndedLease: false });
    Object.assign(device, { address, name: name ?? device.name });
    seats.isTouched = true;
    const { now, outages } = this.read;
    const { leaseSeconds } = claim.key;
    return { id: device.id, leaseUntil: leaseSeconds === null ? undefined : leaseEnd(now, leaseSeconds, outages) };
  }

  /** Lists a device without a seat, so that operators see the refusal. */
  refuse(claim: SeatClaim, { name, address }: Description): void {
    this.events.push('refused');
    const seats = this.seatsOf(claim.key);
    const device = this.deviceOf(claim) ?? this.add(seats, claim.hash);
    if (!device.stored) seats.isTouched = true;
    // A device that has passed keeps its address.
    const hasPassed = device.isSeen || (device.stored !== undefined && device.stored.firstSeen > 0);
    Object.assign(device, { isRefused: true, name: name ?? device.name });
    if (!hasPassed) device.address = address;
  }

  /** Id of a listed device, or of one that will be listed. */
  idOf({ hash }: SeatClaim): number | undefined {
    return (this.devices.get(hash) ?? this.read.devices.get(hash))?.id;
  }

  /** A seat held by an offline license becomes free when the license ends. */
  giveBack(claim: SeatClaim): Release {
    const device = this.deviceOf(claim);
    if (!device?.hasSeat) return { outcome: 'nothing' };
    const heldUntil = device.stored?.heldUntil ?? 0;
    if (heldUntil > this.read.now) {
      Object.assign(device, { hasEndedLease: true, isSeen: false });
      return { outcome: 'held', heldUntil };
    }
    const seats = this.seatsOf(claim.key);
    device.hasSeat = false;
    seats.taken--;
    seats.isTouched = true;
    this.events.push('released');
    return { outcome: 'released' };
  }

  private seatsOf(key: SeatedKey): KeySeats {
    const known = this.keys.get(key.id);
    if (known) return known;
    const { counts, now, outages } = this.read;
    const before = counts.get(key.id);
    const expired = this.read.expired.get(key.id) ?? 0;
    const seats: KeySeats = {
      key,
      before,
      expired,
      expiredUpTo: expiredUpTo(now, key.leaseSeconds, outages),
      taken: (before?.taken ?? 0) - expired,
      lastDevice: before?.lastDevice ?? 0,
      isTouched: false,
    };
    this.keys.set(key.id, seats);
    return seats;
  }

  private deviceOf({ key, hash }: SeatClaim): PlannedDevice | undefined {
    const known = this.devices.get(hash);
    const stored = this.read.devices.get(hash);
    if (known || !stored) return known;
    const { id, name, address, lastSeen, heldUntil } = stored;
    const isLeased = lastSeen > this.seatsOf(key).expiredUpTo;
    const hadSeat = stored.hasSeat && (isLeased || heldUntil > this.read.now);
    const unchanged = { hadSeat, hasSeat: hadSeat, isSeen: false, isRefused: false, hasEndedLease: false };
    const device: PlannedDevice = { keyId: key.id, id, stored, name, address, ...unchanged };
    this.devices.set(hash, device);
    return device;
  }

  private add(seats: KeySeats, hash: string): PlannedDevice {
    const id = ++seats.lastDevice;
    const fresh = { stored: undefined, hadSeat: false, hasSeat: false, isSeen: false, isRefused: false };
    const device: PlannedDevice = { keyId: seats.key.id, id, name: '', address: '', hasEndedLease: false, ...fresh };
    this.devices.set(hash, device);
    return device;
  }
}

function isRecounted({ before, taken, lastDevice, expired, isTouched }: KeySeats): boolean {
  return isTouched && (expired > 0 || before?.taken !== taken || before.lastDevice !== lastDevice);
}
