/** What ends a link. */
export interface LinkLimits {
  /** From when on the link is gone, in milliseconds since the Unix epoch; null for never. */
  readonly expiresAt: number | null;
  /** After how many visits it is gone; null for any number. */
  readonly maxVisits: number | null;
}

/** Stands for where a link leads when it is gone: nowhere any more. */
export const GONE = Symbol('gone');

/** Where a visit leads: a URL, nowhere any more, or undefined when there is no such link. */
export type Destination = string | typeof GONE | undefined;

/** Whether a link that had so many visits is gone at a time (decision 019). */
export function isGone({ expiresAt, maxVisits }: LinkLimits, visits: number, now: number): boolean {
  return (expiresAt !== null && now >= expiresAt) || (maxVisits !== null && visits >= maxVisits);
}
