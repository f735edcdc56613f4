import type { Rows } from '../../platform/database/statement-runner';
import { leaseEnd } from './lease';
import type { KeySeats, SeatPlan } from './seat-plan';

/** Limits the seat ends that are read for a key with more devices than seats. */
const MOST_ENDS = 100;

/** A license key without a free seat, and the candidate times at which its next seat becomes free. */
export interface FullKey {
  readonly seats: KeySeats;
  readonly changed: readonly string[];
  readonly ends: readonly number[];
  /** How many earliest ends are left out: they free no seat when devices outnumber seats. */
  readonly skipped: number;
  readonly wanted: number;
  readonly rank: number;
}

export function fullKeyOf({ devices, read }: SeatPlan, seats: KeySeats): FullKey {
  const { id, seats: of, leaseSeconds } = seats.key;
  const changed = [...devices].filter(
    ([, { keyId, stored, isSeen, hasEndedLease, hasSeat }]) =>
      keyId === id && (isSeen || hasEndedLease || (stored && !hasSeat)),
  );
  const ends = changed
    .filter(([, { hasSeat }]) => hasSeat)
    .map(([, { isSeen, stored }]) => seatEnd(seats, read, isSeen ? read.now : 0, stored?.heldUntil));
  // A seat returned in this batch: its next device gets a lease from now.
  if (seats.taken < of) ends.push(seatEnd(seats, read, read.now));
  const surplus = Math.max(0, seats.taken - of);
  // Without leases, only seats held by offline licenses alone end.
  const skipped = leaseSeconds === null ? 0 : Math.max(0, surplus + 1 - MOST_ENDS);
  const wanted = Math.min(surplus + 1, MOST_ENDS);
  return { seats, changed: changed.map(([hash]) => hash), ends, skipped, wanted, rank: surplus - skipped };
}

/** @param rows `[lastSeen, heldUntil]` of further devices with a seat */
export function withEnds(full: FullKey, read: SeatPlan['read'], rows: Rows): FullKey {
  const more = (rows as [number, number][]).map(([lastSeen, heldUntil]) =>
    seatEnd(full.seats, read, lastSeen, heldUntil),
  );
  return { ...full, ends: [...full.ends, ...more] };
}

/** In milliseconds since the Unix epoch; undefined if it is never, or not among the ends. */
export function firstEnd({ ends, rank }: FullKey): number | undefined {
  const end = ends.toSorted((a, b) => a - b).at(rank);
  return end === Infinity ? undefined : end;
}

/** @param lastSeen 0 if only an offline license holds the seat */
function seatEnd(
  { key: { leaseSeconds } }: KeySeats,
  { outages }: SeatPlan['read'],
  lastSeen: number,
  heldUntil = 0,
): number {
  if (lastSeen === 0) return heldUntil;
  return leaseSeconds === null ? Infinity : Math.max(heldUntil, leaseEnd(lastSeen, leaseSeconds, outages));
}
