const HOUR_MS = 60 * 60 * 1000;

/** Whole hours since the Unix epoch of a time in milliseconds: what `license_keys` has an index on (decision 018). */
export function lastSeenHour(time: number): number {
  return Math.floor(time / HOUR_MS);
}
