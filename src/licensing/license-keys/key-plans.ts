import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Plan } from '../../catalog/plans/plan.entity';
import type { PlanFinder, PlanName } from '../../catalog/plans/plan-row';
import { PlansRepository } from '../../catalog/plans/plans.repository';
import { addDuration, parseDuration } from '../../platform/calendar/duration';
import { type ApiError, invalidField } from '../../platform/errors/errors';
import { type KeyTerms, limitsOf } from './key-terms';
import type { ChangedKey } from './license-key-changes';
import type { LicenseKey } from './license-key.entity';

type Planned = Pick<LicenseKey, 'product' | 'plan'>;
type OwnTerms = Pick<LicenseKey, 'graceDays' | 'entitlements' | 'starts'>;
type Ends = Pick<LicenseKey, 'expiresAt' | 'starts'>;

/** What license keys take from their plans. */
@Injectable()
export class KeyPlans {
  constructor(private readonly plans: PlansRepository) {}

  /**
   * The ends of new license keys: their plans give those that are left out.
   * @param keys `isEndGiven`: also for one that never ends @throws {ApiError} 400 for a plan that there isn't
   */
  async begin<Key extends Planned & Pick<LicenseKey, 'expiresAt'>>(
    transaction: EntityManager,
    keys: readonly { readonly values: Key; readonly isEndGiven: boolean }[],
    now: number,
  ): Promise<(Key & Ends)[]> {
    const find = await this.hold(
      transaction,
      keys.map(({ values }) => values),
    );
    return keys.map(({ values, isEndGiven }) => {
      const name = nameOf(values);
      const plan = name && find(name);
      if (name && !plan) throw noSuchPlan(name);
      const duration = plan?.duration ? parseDuration(plan.duration) : undefined;
      if (isEndGiven || !duration) return { ...values, starts: null };
      if (plan!.starts === 'firstCheck') return { ...values, starts: plan!.starts };
      return { ...values, expiresAt: addDuration(now, duration) ?? null, starts: null };
    });
  }

  /**
   * Begins the time of license keys that are converted from a trial: their end becomes that of the new plan, from now.
   * Keys whose end is given stay as they are. @returns those whose plan their product hasn't
   */
  async convert(transaction: EntityManager, changed: readonly ChangedKey[], now: number): Promise<LicenseKey[]> {
    const replanned = changed.filter(hasOtherPlan);
    const find = await this.hold(
      transaction,
      replanned.flatMap(({ before, after }) => [before, after]),
    );
    const planOf = (key: Planned) => {
      const name = nameOf(key);
      return name && find(name);
    };
    for (const { before, after } of replanned) {
      const [was, is] = [planOf(before), planOf(after)];
      if (!was?.trial || !is || is.trial || after.expiresAt !== before.expiresAt) continue;
      const duration = is.duration === null ? undefined : parseDuration(is.duration);
      Object.assign(after, { expiresAt: (duration && addDuration(now, duration)) ?? null, starts: null });
    }
    return missing(
      replanned.map(({ after }) => after),
      find,
    );
  }

  /** Finds plans for the rest of the transaction. */
  hold(transaction: EntityManager, keys: readonly Planned[]): Promise<PlanFinder> {
    return this.plans.within(transaction).hold(keys.flatMap((key) => nameOf(key) ?? []));
  }

  /** What license keys take from their plans, by one statement. */
  async find(
    transaction: EntityManager,
    keys: readonly Planned[],
  ): Promise<(key: Planned & Partial<OwnTerms>) => KeyTerms> {
    const find = await this.plans.within(transaction).find(keys.flatMap((key) => nameOf(key) ?? []));
    return (key) => {
      const name = nameOf(key);
      return withPlan(key, name && find(name));
    };
  }

  /** License keys that name a plan which their product hasn't. */
  async withoutPlan<Key extends Planned>(transaction: EntityManager, keys: readonly Key[]): Promise<Key[]> {
    const find = await this.hold(transaction, keys);
    return missing(keys, find);
  }

  /** As `withoutPlan`, of now. */
  async withoutPlanNow<Key extends Planned>(keys: readonly Key[]): Promise<Key[]> {
    return missing(keys, await this.plans.find(keys.flatMap((key) => nameOf(key) ?? [])));
  }

  /** What a license key takes from its plan, and its own entitlements. */
  async termsOf(key: Planned & Partial<OwnTerms>, transaction?: EntityManager): Promise<KeyTerms<Plan>> {
    const name = nameOf(key);
    const plans = transaction ? this.plans.within(transaction) : this.plans;
    return withPlan(key, name && (await plans.find([name]))(name));
  }

  /** License keys with the seats and leases that count for them: their own, or their plans'. Not to be written. */
  async limited(keys: readonly LicenseKey[], transaction?: EntityManager): Promise<LicenseKey[]> {
    const names = keys.flatMap((key) => nameOf(key) ?? []);
    if (names.length === 0) return [...keys];
    const find = await (transaction ? this.plans.within(transaction) : this.plans).find(names);
    return keys.map((key) => {
      const name = nameOf(key);
      const terms = name && withPlan(key, find(name));
      return terms ? Object.assign({}, key, limitsOf(Object.assign({}, key, { terms }))) : key;
    });
  }
}

const withPlan = (
  { plan: code, graceDays = null, entitlements = null, starts = null }: Planned & Partial<OwnTerms>,
  plan: Plan | undefined,
): KeyTerms<Plan> => ({ plan, code, graceDays, entitlements, awaitsCheck: starts !== null });

/** Whether a key names another plan than before, or one of another product. */
function hasOtherPlan({ before, after }: ChangedKey): boolean {
  return after.plan !== null && (after.plan !== before.plan || after.product !== before.product);
}

function missing<Key extends Planned>(keys: readonly Key[], find: PlanFinder): Key[] {
  return keys.filter((key) => {
    const name = nameOf(key);
    return name !== undefined && !find(name);
  });
}

const nameOf = ({ product, plan }: Planned): PlanName | undefined =>
  plan === null ? undefined : { product, code: plan };

export const noPlan = (product: number, code: string): string => `plan: product ${product} has no plan "${code}".`;

export const noSuchPlan = ({ product, code }: PlanName): ApiError => invalidField(noPlan(product, code));
