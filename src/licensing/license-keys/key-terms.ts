import type { PlanTerms } from '../../catalog/plans/plan-row';
import { addDuration, parseDuration } from '../../platform/calendar/duration';
import type { Metadata } from '../../platform/fields/metadata';
import type { Meters } from '../../platform/fields/meters';

const DAY_MS = 86_400_000;

/** What a check needs besides a license key's row: read for keys with a plan or days of grace, and for checks that ask for entitlements. */
export interface KeyTerms<Plan extends PlanTerms = PlanTerms> {
  /** Undefined without a plan, or if it has been deleted. */
  readonly plan?: Plan;
  /** The code of the plan; null without one. */
  readonly code: string | null;
  /** The key's own; null for the plan's. */
  readonly graceDays: number | null;
  /** The key's own, as stored; null if it has none. */
  readonly entitlements: string | null;
  /** The key's own: it covers releases up to this time; null for all. */
  readonly updatesUntil: number | null;
  /** Whether the first check that passes begins the time of the plan. */
  readonly awaitsCheck: boolean;
}

interface Termed {
  readonly terms?: KeyTerms;
}

interface Limited extends Termed {
  readonly seats: number | null;
  readonly leaseSeconds: number | null;
}

interface Ending extends Termed {
  readonly expiresAt: number | null;
}

/** A license key's own values win over its plan's. */
export function limitsOf({ seats, leaseSeconds, terms }: Limited): Pick<Limited, 'seats' | 'leaseSeconds'> {
  const plan = terms?.plan;
  return plan
    ? { seats: seats ?? plan.seats, leaseSeconds: leaseSeconds ?? plan.leaseSeconds }
    : { seats, leaseSeconds };
}

/** When checks stop passing, in milliseconds since the Unix epoch: `expiresAt` plus the days of grace; null for never. */
export function passesUntil({ expiresAt, terms }: Ending): number | null {
  if (expiresAt === null) return null;
  return expiresAt + graceDaysOf({ terms }) * DAY_MS;
}

/** Days of grace after the license key's end. */
export const graceDaysOf = ({ terms }: Termed): number => terms?.graceDays ?? terms?.plan?.graceDays ?? 0;

/** Ends of a license key and its updates, in milliseconds since the Unix epoch; null for never. */
export interface Ends {
  readonly expiresAt: number | null;
  readonly updatesUntil: number | null;
}

/** Starts a key that awaits its first check, and sets its ends. @returns them; undefined if it had started or never ends */
export function beginTime(key: { expiresAt: number | null; terms?: KeyTerms }, now: number): Ends | undefined {
  const { expiresAt, terms } = key;
  if (!terms?.awaitsCheck || !terms.plan) return undefined;
  const { duration, updates } = terms.plan;
  const { updatesUntil } = terms;
  if ((duration === null || expiresAt !== null) && (updates === null || updatesUntil !== null)) return undefined;
  const ends = { expiresAt: expiresAt ?? endOf(duration, now), updatesUntil: updatesUntil ?? endOf(updates, now) };
  key.expiresAt = ends.expiresAt;
  key.terms = { ...terms, updatesUntil: ends.updatesUntil, awaitsCheck: false };
  return ends;
}

/** The key covers releases up to this time; null for all. If it hasn't started, as if it started now. */
export function updatesUntilOf({ terms }: Termed, now: number): number | null {
  if (!terms) return null;
  return terms.updatesUntil ?? (terms.awaitsCheck ? endOf(terms.plan?.updates, now) : null);
}

/** The end of a duration that starts at `from`, by the calendar; null if it never ends. */
export function endOf(duration: string | null | undefined, from: number): number | null {
  const parsed = duration ? parseDuration(duration) : undefined;
  return (parsed && addDuration(from, parsed)) ?? null;
}

/** The key's own entitlements over its plan's, by name. */
export function entitlementsOf({ terms }: Termed): Metadata {
  const all = { ...(parsed(terms?.plan?.entitlements) as Metadata), ...(parsed(terms?.entitlements) as Metadata) };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== false));
}

/** The meters of a license key: its own over its plan's, by name. @param own as stored, as is `ofPlan` */
export const mergedMeters = (own: string | null | undefined, ofPlan: string | null | undefined): Meters => ({
  ...(parsed(ofPlan) as Meters),
  ...(parsed(own) as Meters),
});

const parsed = (text: string | null | undefined): unknown => JSON.parse(text ?? '{}');
