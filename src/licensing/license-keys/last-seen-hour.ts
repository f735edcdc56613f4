const HOUR_MS = 60 * 60 * 1000;

/** Hours since the Unix epoch of a time in milliseconds; `license_keys` has an index on them (decision 018). */
export function lastSeenHour(time: number): number {
  return Math.floor(time / HOUR_MS);
}
