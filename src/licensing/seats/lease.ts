/** A time in which no instance of the service answered, in milliseconds since the Unix epoch. */
export interface Outage {
  readonly from: number;
  readonly until: number;
}

/** In the order of time. */
export type Outages = readonly Outage[];

const SECOND_MS = 1000;

/**
 * When the lease of a device ends that was last seen at a time, in milliseconds since the Unix epoch. One that had not ended
 * when an outage began lasts for its whole length from the outage's end on, since it could not be renewed.
 */
export function leaseEnd(lastSeen: number, leaseSeconds: number, outages: Outages): number {
  const length = leaseSeconds * SECOND_MS;
  let end = lastSeen + length;
  for (const { from, until } of outages) {
    if (lastSeen < until && end > from) end = Math.max(end, until + length);
  }
  return end;
}

/**
 * The same asked the other way round: the leases of devices last seen at this time or before have run out.
 * Never less than 0: a device that was never seen has none, whatever outages there were.
 * @param leaseSeconds null where leases last until they are given back: no device that was ever seen has lost one
 */
export function lapsedUpTo(now: number, leaseSeconds: number | null, outages: Outages): number {
  if (leaseSeconds === null) return 0;
  const length = leaseSeconds * SECOND_MS;
  let ended = now;
  for (const { from, until } of outages.toReversed()) {
    if (ended > from && until + length > ended) ended = from;
  }
  return Math.max(0, ended - length);
}
