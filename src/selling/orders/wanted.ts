import type { Mapping } from '../sources/mapping.entity';
import type { OrderLine, OrderState } from './order-state';

/** What the license keys of a line are to be. */
export interface Wanted {
  readonly pid: number;
  readonly plan: string | null;
  /** How many license keys there are; further ones of the line are disabled. */
  readonly keys: number;
  /** Null for as many as the plan says. */
  readonly seats: number | null;
  /** Milliseconds since the Unix epoch; null for the plan's time, from when the key is made. */
  readonly expiresAt: number | null;
  /** Whether a payment that comes late is waited for, where the plan has no days of grace. */
  readonly isRenewed: boolean;
  /** Why all its license keys are disabled, for the audit; null if they aren't. */
  readonly disabledBecause: string | null;
}

/** More in one order is somebody's mistake: it waits for a person. */
export const MOST_KEYS = 10_000;
export const MOST_SEATS = 1_000_000;

/** @returns undefined where nothing was paid, or the item is no license; a text says why it can't be @param shop as in "Refunded at Stripe" */
export function wantedOf(
  { status, paidUntil }: OrderState,
  { item, quantity }: OrderLine,
  mapping: Mapping,
  shop: string,
): Wanted | string | undefined {
  const { pid, plan, each, count } = mapping;
  if (status === 'unpaid' || pid === null) return undefined;
  const units = quantity * count;
  const most = each === 'key' ? MOST_KEYS : MOST_SEATS;
  if (units > most)
    return `${quantity} of "${item.names[0]}" are ${units} ${each}s, more than ${most}: create them by hand.`;
  return {
    pid,
    plan,
    keys: each === 'key' ? units : Math.min(units, 1),
    seats: each === 'seat' && units > 0 ? units : null,
    expiresAt: paidUntil ?? null,
    isRenewed: paidUntil !== undefined && (status === 'paid' || status === 'pastDue'),
    disabledBecause: whyDisabled(status, units, shop),
  };
}

/** What is wanted of license keys that were made for an item of which none are made any more. @param given what they were last made to be */
export const stillWanted = ({ status }: OrderState, { quantity }: OrderLine, given: Wanted, shop: string): Wanted => ({
  ...given,
  disabledBecause: whyDisabled(status, quantity, shop),
});

function whyDisabled(status: OrderState['status'], units: number, shop: string): string | null {
  if (status === 'refunded') return `Refunded at ${shop}`;
  if (status === 'disputed') return `Dispute lost at ${shop}`;
  return units === 0 ? `No longer part of the order at ${shop}` : null;
}
