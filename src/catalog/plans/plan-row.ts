import { recordReader, selectOf } from '../../platform/fields/records';
import type { Read } from '../../platform/database/statement-runner';
import { PLAN_FIELDS } from './plan-fields';
import type { Plan } from './plan.entity';

/** Identifies a plan. */
export interface PlanName {
  readonly product: number;
  readonly code: string;
}

/** What checks need of a plan. */
export type PlanTerms = Pick<
  Plan,
  'id' | 'duration' | 'graceDays' | 'seats' | 'leaseSeconds' | 'entitlements' | 'updates'
>;

const COLUMNS = selectOf(PLAN_FIELDS);

export const toPlan: (row: readonly unknown[]) => Plan = recordReader(PLAN_FIELDS);

/** Reads plans, for `toPlan`. @param names at least one */
export function planLookUp(names: readonly PlanName[]): Read {
  const conditions = names.map(() => '(product = ? AND code = ?)').join(' OR ');
  return {
    sql: `SELECT ${COLUMNS} FROM plans WHERE ${conditions}`,
    parameters: names.flatMap(({ product, code }) => [product, code]),
  };
}

/** Columns of `joinPlans`, for `toPlanTerms`. */
export const PLAN_TERMS =
  'plans.id, plans.duration, plans.graceDays, plans.seats, plans.leaseSeconds, plans.entitlements, plans.updates';

/** Joins the plan that a row of another table names, if there is one. */
export const joinPlans = (table: string): string =>
  `LEFT JOIN plans ON plans.product = ${table}.product AND plans.code = ${table}.plan`;

/** @param values of `PLAN_TERMS` @returns undefined if there is no such plan */
export function toPlanTerms(values: readonly unknown[]): PlanTerms | undefined {
  const [id, duration, graceDays, seats, leaseSeconds, entitlements, updates] = values;
  const terms = { id, duration, graceDays, seats, leaseSeconds, entitlements, updates };
  return id === null ? undefined : (terms as PlanTerms);
}

/** Without duplicates. */
export function distinctPlans(names: readonly PlanName[]): PlanName[] {
  return [...new Map(names.map((name) => [textOf(name), name])).values()];
}

export type PlanFinder = (name: PlanName) => Plan | undefined;

export function planFinder(plans: readonly Plan[]): PlanFinder {
  const found = new Map(plans.map((plan) => [textOf(plan), plan]));
  return (name) => found.get(textOf(name));
}

const textOf = ({ product, code }: PlanName): string => `${product} ${code}`;
