import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Plan } from '../../catalog/plans/plan.entity';
import type { PlanFinder, PlanName } from '../../catalog/plans/plan-row';
import { PlansRepository } from '../../catalog/plans/plans.repository';
import { type ApiError, invalidField } from '../../platform/errors/errors';
import { endOf, type KeyTerms, limitsOf } from './key-terms';
import type { ChangedKey } from './license-key-changes';
import type { LicenseKey } from './license-key.entity';

type Planned = Pick<LicenseKey, 'product' | 'plan'>;
type OwnTerms = Pick<LicenseKey, 'graceDays' | 'entitlements' | 'updatesUntil' | 'starts'>;
type Ends = Pick<LicenseKey, 'expiresAt' | 'updatesUntil'>;

/** What plans give to license keys. */
@Injectable()
export class KeyPlans {
  constructor(private readonly plans: PlansRepository) {}

  /**
   * The ends of new license keys: the plan's, unless given. @param keys `isEndGiven`: also for one that never ends
   * @throws {ApiError} 400 for an unknown plan
   */
  async begin<Key extends Planned & Ends>(
    transaction: EntityManager,
    keys: readonly { readonly values: Key; readonly isEndGiven: boolean }[],
    now: number,
  ): Promise<(Key & Ends & Pick<LicenseKey, 'starts'>)[]> {
    const find = await this.hold(
      transaction,
      keys.map(({ values }) => values),
    );
    return keys.map(({ values, isEndGiven }) => {
      const name = nameOf(values);
      const plan = name && find(name);
      if (name && !plan) throw noSuchPlan(values);
      if (!plan) return { ...values, starts: null };
      const isTimed = plan.duration !== null || (plan.updates !== null && values.updatesUntil === null);
      if (!isEndGiven && isTimed && plan.starts === 'firstCheck') return { ...values, starts: plan.starts };
      const expiresAt = isEndGiven ? values.expiresAt : endOf(plan.duration, now);
      return { ...values, expiresAt, updatesUntil: values.updatesUntil ?? endOf(plan.updates, now), starts: null };
    });
  }

  /**
   * Restarts license keys that are converted from a trial: they get the ends of the new plan from now on, unless ends
   * are given. A given end starts the updates of a key that awaits its first check. @param transaction locks the plans
   * until it ends @returns keys whose product doesn't have the plan
   */
  async convert(changed: readonly ChangedKey[], now: number, transaction?: EntityManager): Promise<LicenseKey[]> {
    const replanned = changed.filter(hasOtherPlan);
    const begun = changed.filter((change) => !hasOtherPlan(change) && hasBegun(change));
    const timed = [...replanned, ...begun];
    const named = timed.flatMap(({ before, after }) => [before, after]);
    const find = transaction ? await this.hold(transaction, named) : await this.plans.find(namesOf(named));
    const planOf = (key: Planned) => {
      const name = nameOf(key);
      return name && find(name);
    };
    for (const change of timed) begin(change, planOf(change.before), planOf(change.after), now);
    return missing(
      replanned.map(({ after }) => after),
      find,
    );
  }

  /** License keys whose product doesn't have their plan. Within a transaction, the other plans are locked. */
  async withoutPlan<Key extends Planned>(keys: readonly Key[], transaction?: EntityManager): Promise<Key[]> {
    return missing(keys, transaction ? await this.hold(transaction, keys) : await this.plans.find(namesOf(keys)));
  }

  /** The terms of license keys: their own and their plans'. */
  async find(
    keys: readonly Planned[],
    transaction?: EntityManager,
  ): Promise<(key: Planned & Partial<OwnTerms>) => KeyTerms<Plan>> {
    const find = await (transaction ? this.plans.within(transaction) : this.plans).find(namesOf(keys));
    return (key) => {
      const name = nameOf(key);
      return withPlan(key, name && find(name));
    };
  }

  /** As `find`, of one license key. */
  async termsOf(key: Planned & Partial<OwnTerms>, transaction?: EntityManager): Promise<KeyTerms<Plan>> {
    return (await this.find([key], transaction))(key);
  }

  /** License keys with their effective seats and leases: their own, or their plans'. Not to be stored. */
  async limited(keys: readonly LicenseKey[], transaction?: EntityManager): Promise<LicenseKey[]> {
    const termsOf = await this.find(keys, transaction);
    return keys.map((key) => Object.assign({}, key, limitsOf(Object.assign({}, key, { terms: termsOf(key) }))));
  }

  private hold(transaction: EntityManager, keys: readonly Planned[]): Promise<PlanFinder> {
    return this.plans.within(transaction).hold(namesOf(keys));
  }
}

function begin({ before, after }: ChangedKey, was: Plan | undefined, is: Plan | undefined, now: number): void {
  if (!is) return;
  const isBought = was?.trial === true && !is.trial;
  if (isBought && after.expiresAt === before.expiresAt)
    Object.assign(after, { expiresAt: endOf(is.duration, now), starts: null });
  if (after.updatesUntil !== before.updatesUntil) return;
  if (isBought) after.updatesUntil = endOf(is.updates, now);
  else if (hasBegun({ before, after })) after.updatesUntil ??= endOf(is.updates, now);
}

const withPlan = (
  {
    plan: code,
    graceDays = null,
    entitlements = null,
    updatesUntil = null,
    starts = null,
  }: Planned & Partial<OwnTerms>,
  plan: Plan | undefined,
): KeyTerms<Plan> => ({ plan, code, graceDays, entitlements, updatesUntil, awaitsCheck: starts !== null });

/** Whether a key's plan changes, or its product. */
function hasOtherPlan({ before, after }: ChangedKey): boolean {
  return after.plan !== null && (after.plan !== before.plan || after.product !== before.product);
}

/** Whether a change starts a key that awaited its first check. */
const hasBegun = ({ before, after }: ChangedKey): boolean => before.starts !== null && after.starts === null;

function missing<Key extends Planned>(keys: readonly Key[], find: PlanFinder): Key[] {
  return keys.filter((key) => {
    const name = nameOf(key);
    return name !== undefined && !find(name);
  });
}

const nameOf = ({ product, plan }: Planned): PlanName | undefined =>
  plan === null ? undefined : { product, code: plan };

const namesOf = (keys: readonly Planned[]): PlanName[] => keys.flatMap((key) => nameOf(key) ?? []);

export const noPlan = ({ product, plan }: Planned): string => `plan: product ${product} has no plan "${plan}".`;

export const noSuchPlan = (key: Planned): ApiError => invalidField(noPlan(key));
