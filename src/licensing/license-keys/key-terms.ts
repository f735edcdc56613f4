import { addDuration, parseDuration } from '../../platform/calendar/duration';
import type { PlanTerms } from '../../catalog/plans/plan-row';
import type { Metadata } from '../../platform/fields/metadata';
import type { Meters } from '../../platform/fields/meters';

const DAY_MS = 86_400_000;

/** What a check of a license key needs besides its row: read for keys that have a plan or days of grace, and for checks that ask what they contain. */
export interface KeyTerms<Plan extends PlanTerms = PlanTerms> {
  /** Undefined without a plan, or if it is gone. */
  readonly plan?: Plan;
  /** The code of the plan; null without one. */
  readonly code: string | null;
  /** The key's own; null for the plan's. */
  readonly graceDays: number | null;
  /** The key's own, as stored; null if it has none. */
  readonly entitlements: string | null;
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

/** Until when checks pass, in milliseconds since the Unix epoch: `expiresAt` and the days of grace. Null for ever. */
export function passesUntil({ expiresAt, terms }: Ending): number | null {
  if (expiresAt === null) return null;
  return expiresAt + graceDaysOf({ terms }) * DAY_MS;
}

/** For how many days after its end a license key passes. */
export const graceDaysOf = ({ terms }: Termed): number => terms?.graceDays ?? terms?.plan?.graceDays ?? 0;

/** The end of a key whose time begins now; undefined if it has begun, or never ends. @param now milliseconds since the Unix epoch */
export function beginningEnd({ expiresAt, terms }: Ending, now: number): number | undefined {
  const duration = terms?.awaitsCheck && expiresAt === null ? terms.plan?.duration : undefined;
  const parsed = duration ? parseDuration(duration) : undefined;
  return parsed && addDuration(now, parsed);
}

/** What the key contains: its own values over its plan's, by name. */
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
