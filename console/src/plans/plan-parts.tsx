import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { PlanDto } from '../api/schema';
import { EditAndDelete } from '../page/edit-and-delete';
import { partInWords, sharesQuery } from '../products/shares';
import { useSearchParams } from '../search-params';
import { useCan } from '../session/me';
import { grouped } from '../text/numbers';
import { planCountsQuery } from './plans';
import classes from './plans.module.css';

export const WRITE_PLANS = ['plans:write'];

/** How many license keys a plan has, beside the plan that has most. */
export function KeysOfPlan({ plan: { product, code } }: { plan: PlanDto }) {
  const { data: counts } = useQuery({ ...planCountsQuery(product), enabled: useCan('keys:read') });
  const keys = counts?.plans.find(({ plan }) => plan === code)?.keys;
  if (!counts || keys === undefined) return null;
  const most = Math.max(1, ...counts.plans.map((plan) => plan.keys));
  return (
    <span className={classes.keys}>
      <b>
        {grouped(keys)}
        {keys === counts.most && '+'}
      </b>{' '}
      {keys === 1 ? 'key' : 'keys'}
      <span className={classes.track} aria-hidden>
        <i style={{ width: `${(100 * keys) / most}%` }} />
      </span>
    </span>
  );
}

/** What the checks of a product's plans came to in the last days; undefined while nothing was checked. */
export function useChecksOfPlans(pid: number): ((plan: PlanDto) => { checks: number; refused?: string }) | undefined {
  const { data: shares } = useQuery({ ...sharesQuery(pid), enabled: useCan('logs:read') });
  if (!shares || shares.checks === 0) return undefined;
  return ({ code }) => {
    const { checks, refused } = shares.plans.find(({ plan }) => plan === code) ?? { checks: 0, refused: 0 };
    return { checks, refused: refused > 0 ? partInWords(refused, checks) : undefined };
  };
}

export function ChecksOfPlan({ checks, refused }: { checks: number; refused?: string }) {
  return (
    <>
      {grouped(checks)}
      {refused !== undefined && <span className="quiet">, {refused} refused</span>}
    </>
  );
}

export function PlanActions({ plan: { product, code, name } }: { plan: PlanDto }) {
  const [, change] = useSearchParams();
  return (
    <div className={classes.actions}>
      <EditAndDelete
        scopes={WRITE_PLANS}
        name={name}
        edit={() => change({ plan: code })}
        remove={() => change({ deletePlan: code })}
      />
      <Link to="/keys" search={{ pid: String(product), plan: code }} aria-label={`Show keys of ${name}`}>
        Show keys
      </Link>
    </div>
  );
}
