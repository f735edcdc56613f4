import type { PlanDto } from '../api/schema';
import { ChecksOfPlan, KeysOfPlan, PlanActions, useChecksOfPlans } from './plan-parts';
import { PlanHead, TermName } from './plan-table';
import { comparisonOf } from './plan-words';
import classes from './plans.module.css';

/** Where there is no room for columns: a card for each plan, one of them unfolded. */
export function PlanCards({ plans }: { plans: readonly PlanDto[] }) {
  const terms = comparisonOf(plans).flat();
  const checksOf = useChecksOfPlans(plans[0].product);
  return plans.map((plan, index) => (
    <article key={plan.id} className={classes.card} aria-label={plan.name}>
      <details name="plans" open={index === 0}>
        <summary>
          <PlanHead plan={plan} />
          <KeysOfPlan plan={plan} />
        </summary>
        <dl>
          {terms.map((term) => (
            <div key={term.label}>
              <dt>
                <TermName term={term} />
              </dt>
              <dd>{term.words(plan) ?? '–'}</dd>
            </div>
          ))}
          {checksOf && (
            <div>
              <dt>Checks, 7 days</dt>
              <dd>
                <ChecksOfPlan {...checksOf(plan)} />
              </dd>
            </div>
          )}
        </dl>
      </details>
      <PlanActions plan={plan} />
    </article>
  ));
}
