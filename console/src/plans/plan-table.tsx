import { VisuallyHidden } from '@mantine/core';
import type { PlanDto } from '../api/schema';
import { Chip } from '../text/chip';
import { ChecksOfPlan, KeysOfPlan, PlanActions, useChecksOfPlans } from './plan-parts';
import { comparisonOf, type Term } from './plan-words';
import classes from './plans.module.css';

/** Plans side by side, terms above and what they contain below. */
export function PlanTable({ plans }: { plans: readonly PlanDto[] }) {
  return (
    <div className={classes.scroller} role="region" aria-label="Plans side by side" tabIndex={0}>
      <table className={classes.plans}>
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>Term</VisuallyHidden>
            </th>
            {plans.map((plan) => (
              <th key={plan.id} scope="col">
                <PlanHead plan={plan} />
                <KeysOfPlan plan={plan} />
              </th>
            ))}
          </tr>
        </thead>
        {comparisonOf(plans).map(
          (terms, index) => terms.length > 0 && <Terms key={index} terms={terms} plans={plans} />,
        )}
        <tfoot>
          <Checks plans={plans} />
          <tr>
            <th scope="row">
              <VisuallyHidden>Actions</VisuallyHidden>
            </th>
            {plans.map((plan) => (
              <td key={plan.id}>
                <PlanActions plan={plan} />
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

export function PlanHead({ plan: { name, code, trial } }: { plan: PlanDto }) {
  return (
    <span className={classes.head}>
      <strong>{name}</strong>
      <span className={classes.code}>
        <code>{code}</code>
        {trial && <Chip title="Programs start it themselves, once for each device.">trial</Chip>}
      </span>
    </span>
  );
}

export const TermName = ({ term: { label, isName } }: { term: Term }) => (isName ? <code>{label}</code> : label);

function Terms({ terms, plans }: { terms: readonly Term[]; plans: readonly PlanDto[] }) {
  return (
    <tbody>
      {terms.map((term) => (
        <tr key={term.label}>
          <th scope="row">
            <TermName term={term} />
          </th>
          {plans.map((plan) => (
            <td key={plan.id}>{term.words(plan) ?? '–'}</td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

/** How much each plan is used, once something was checked. */
function Checks({ plans }: { plans: readonly PlanDto[] }) {
  const checksOf = useChecksOfPlans(plans[0].product);
  if (!checksOf) return null;
  return (
    <tr>
      <th scope="row">Checks, 7 days</th>
      {plans.map((plan) => (
        <td key={plan.id}>
          <ChecksOfPlan {...checksOf(plan)} />
        </td>
      ))}
    </tr>
  );
}
