import type { Plan } from '../../catalog/plans/plan.entity';
import type { PlanTerms } from '../../catalog/plans/plan-row';
import { mostUses } from '../../platform/fields/meters';
import { type KeyTerms, entitlementsOf, graceDaysOf, limitsOf, mergedMeters } from './key-terms';
import type { LicenseKey } from './license-key.entity';

/** What a license key contains, including its plan. */
type Contained = Pick<LicenseKey, 'seats' | 'leaseSeconds' | 'meters'> & {
  readonly terms?: KeyTerms<PlanTerms & Pick<Plan, 'meters'>>;
};

export const EFFECTS = ['gains', 'loses', 'changes'] as const;
export type Effect = (typeof EFFECTS)[number];
type Value = string | number | boolean;

/** A difference in what a license key contains. */
export interface ContentChange {
  /** `seats`, `leaseSeconds`, `graceDays`, `entitlements.` and a name, or `meters.`, a name, `.` and the period. */
  readonly term: string;
  readonly effect: Effect;
  /** Undefined if it had none; for seats, if devices weren't counted. */
  readonly before?: Value;
  readonly after?: Value;
}

/** How a license key's content would change: more is a gain, less a loss; texts are neither. */
export function contentChanges(before: Contained, after: Contained): ContentChange[] {
  const [was, is] = [contentsOf(before), contentsOf(after)];
  const terms = [...new Set([...was.keys(), ...is.keys()])];
  return terms.flatMap((term): ContentChange[] => {
    const [valueBefore, valueAfter] = [was.get(term), is.get(term)];
    if (valueBefore === valueAfter) return [];
    return [{ term, effect: effectOf(term, valueBefore, valueAfter), before: valueBefore, after: valueAfter }];
  });
}

function contentsOf(key: Contained): ReadonlyMap<string, Value | undefined> {
  const { seats, leaseSeconds } = limitsOf(key);
  const entitlements = Object.entries(entitlementsOf(key));
  const meters = Object.entries(mergedMeters(key.meters, key.terms?.plan?.meters));
  return new Map<string, Value | undefined>([
    ['seats', seats ?? undefined],
    ['leaseSeconds', leaseSeconds ?? undefined],
    ['graceDays', graceDaysOf(key)],
    ...entitlements.map(([name, value]): [string, Value] => [`entitlements.${name}`, value]),
    ...meters.map(([name, meter]): [string, Value] => [`meters.${name}.${meter.period}`, mostUses(meter)]),
  ]);
}

function effectOf(term: string, before: Value | undefined, after: Value | undefined): Effect {
  if (term === 'leaseSeconds') return 'changes';
  // No seats means that devices aren't counted.
  const isMissingMore = term === 'seats';
  if (before === undefined || after === undefined) return (after === undefined) === isMissingMore ? 'gains' : 'loses';
  if (typeof before !== 'number' || typeof after !== 'number') return 'changes';
  return after > before ? 'gains' : 'loses';
}
