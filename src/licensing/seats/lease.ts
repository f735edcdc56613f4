/** A time when no instance answered, in milliseconds since the Unix epoch. */
export interface Outage {
  readonly from: number;
  readonly until: number;
}

/** Chronological. */
export type Outages = readonly Outage[];

const SECOND_MS = 1000;

/** In milliseconds since the Unix epoch. An outage before its end grants the full length again: it blocks renewal. */
export function leaseEnd(lastSeen: number, leaseSeconds: number, outages: Outages): number {
  const length = leaseSeconds * SECOND_MS;
  let end = lastSeen + length;
  for (const { from, until } of outages) {
    if (lastSeen < until && end > from) end = Math.max(end, until + length);
  }
  return end;
}

/**
 * The inverse of `leaseEnd`: leases of devices last seen then or before have expired. Never negative.
 * @param leaseSeconds null for leases that never expire
 */
export function expiredUpTo(now: number, leaseSeconds: number | null, outages: Outages): number {
  if (leaseSeconds === null) return 0;
  const length = leaseSeconds * SECOND_MS;
  let ended = now;
  for (const { from, until } of outages.toReversed()) {
    if (ended > from && until + length > ended) ended = from;
  }
  return Math.max(0, ended - length);
}
