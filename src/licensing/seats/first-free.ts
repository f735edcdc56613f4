import type { Rows } from '../../platform/database/statement-runner';
import { leaseEnd } from './lease';
import type { KeySeats, SeatPlan } from './seat-plan';

/** More seats than this that offline licenses alone hold, and that end before there is room, are not looked through. */
const MOST_ENDS = 100;

/** A license key without a free seat, and where to look for the end of the first seat that makes room. */
export interface FullKey {
  readonly seats: KeySeats;
  /** Hashes of the devices that the batch has changed. */
  readonly changed: readonly string[];
  /** When the seats of those end that have one. */
  readonly ends: readonly number[];
  /** How many of the leases that end first come too early for certain: a key may have fewer seats now than devices. */
  readonly skipped: number;
  /** How many ends to read after those. */
  readonly wanted: number;
  /** The place of the end that makes room, among those that come after the skipped ones. */
  readonly place: number;
}

export function fullKeyOf({ devices, read }: SeatPlan, seats: KeySeats): FullKey {
  const { id, seats: of, leaseSeconds } = seats.key;
  const changed = [...devices].filter(
    ([, { keyId, isSeen, isRetired, hasSeat }]) => keyId === id && (isSeen || isRetired || !hasSeat),
  );
  const ends = changed
    .filter(([, { hasSeat }]) => hasSeat)
    .map(([, { isSeen, stored }]) => seatEnd(seats, read, isSeen ? read.now : 0, stored?.heldUntil));
  // Given back in this very batch: who takes that seat now has it for a lease.
  if (seats.taken < of) ends.push(seatEnd(seats, read, read.now));
  const rank = Math.max(0, seats.taken - of);
  // Without a lease no seat ends but those that offline licenses alone hold.
  const skipped = leaseSeconds === null ? 0 : Math.max(0, rank + 1 - MOST_ENDS);
  const wanted = Math.min(rank + 1, MOST_ENDS);
  const hashes = changed.map(([hash]) => hash);
  return { seats, changed: hashes, ends, skipped, wanted, place: rank - skipped };
}

/** The same, with further devices that have a seat. @param rows `[lastSeen, heldUntil]` of each */
export function withEnds(full: FullKey, read: SeatPlan['read'], rows: Rows): FullKey {
  const more = (rows as [number, number][]).map(([lastSeen, heldUntil]) =>
    seatEnd(full.seats, read, lastSeen, heldUntil),
  );
  return { ...full, ends: [...full.ends, ...more] };
}

/** When the first seat is free, in milliseconds since the Unix epoch; undefined when it isn't among the ends, or never. */
export function firstEnd({ ends, place }: FullKey): number | undefined {
  const end = ends.toSorted((a, b) => a - b).at(place);
  return end === Infinity ? undefined : end;
}

/** @param lastSeen 0 for a device whose seat an offline license alone holds */
function seatEnd(
  { key: { leaseSeconds } }: KeySeats,
  { outages }: SeatPlan['read'],
  lastSeen: number,
  heldUntil = 0,
): number {
  if (lastSeen === 0) return heldUntil;
  return leaseSeconds === null ? Infinity : Math.max(heldUntil, leaseEnd(lastSeen, leaseSeconds, outages));
}
