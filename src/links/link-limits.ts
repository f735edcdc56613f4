export interface LinkLimits {
  /** Milliseconds since the Unix epoch; null for never. */
  readonly expiresAt: number | null;
  /** Null for no limit. */
  readonly maxVisits: number | null;
}

export const GONE = Symbol('gone');

/** Undefined if there is no such link. */
export type Destination = string | typeof GONE | undefined;

export function isGone({ expiresAt, maxVisits }: LinkLimits, visits: number, now: number): boolean {
  return (expiresAt !== null && now >= expiresAt) || (maxVisits !== null && visits >= maxVisits);
}
