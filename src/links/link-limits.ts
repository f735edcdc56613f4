interface LinkLimits {
  /** Milliseconds since the Unix epoch; null for never. */
  readonly expiresAt: number | null;
  /** Null for no limit. */
  readonly maxVisits: number | null;
}

export function isGone({ expiresAt, maxVisits }: LinkLimits, visits: number, now: number): boolean {
  return (expiresAt !== null && now >= expiresAt) || (maxVisits !== null && visits >= maxVisits);
}
