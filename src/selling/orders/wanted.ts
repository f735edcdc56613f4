import type { Mapping } from '../sources/mapping.entity';
import type { OrderLine, OrderState } from './order-state';

/** What a line's license keys should be. */
export interface Wanted {
  readonly pid: number;
  readonly plan: string | null;
  /** Number of license keys; further ones of the line are disabled. */
  readonly keys: number;
  /** Null for the plan's seats. */
  readonly seats: number | null;
  /** Milliseconds since the Unix epoch; null for the plan's duration from the key's creation. */
  readonly expiresAt: number | null;
  /** Whether late payments get a grace, if the plan has none. */
  readonly isRenewed: boolean;
  /** Reason for the audit if its keys are disabled; null if they aren't. */
  readonly disabledBecause: string | null;
}

/** More in one order is probably a mistake and needs a person. */
export const MOST_KEYS = 10_000;
const MOST_SEATS = 1_000_000;

/** @returns undefined if nothing was paid or the item is no license; a text if it can't be fulfilled @param shop as in "Refunded at Stripe" */
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

/** For license keys of an item that is no longer a license. @param given what they were last set to */
export const stillWanted = ({ status }: OrderState, { quantity }: OrderLine, given: Wanted, shop: string): Wanted => ({
  ...given,
  disabledBecause: whyDisabled(status, quantity, shop),
});

function whyDisabled(status: OrderState['status'], units: number, shop: string): string | null {
  if (status === 'refunded') return `Refunded at ${shop}`;
  if (status === 'disputed') return `Dispute lost at ${shop}`;
  return units === 0 ? `No longer part of the order at ${shop}` : null;
}
