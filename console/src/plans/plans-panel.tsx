import { Button, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { PlanDto } from '../api/schema';
import { EditAndDelete } from '../page/edit-and-delete';
import { Panel } from '../page/panel';
import { ReadProblem } from '../page/read-problem';
import { Waiting } from '../page/waiting';
import { firstOf, useSearchParams } from '../search-params';
import { useCan } from '../session/me';
import { Only } from '../session/only';
import { Chip } from '../text/chip';
import { counted, grouped } from '../text/numbers';
import { partInWords, sharesQuery } from '../products/shares';
import { CreatePlan } from './create-plan';
import { DeletePlan } from './delete-plan';
import { EditPlan } from './edit-plan';
import { KeysWithoutPlan } from './keys-without-plan';
import { entitlementNames, meterInWords, meterNames, TERMS } from './plan-words';
import classes from './plans.module.css';
import { planCountsQuery, plansQuery } from './plans';

const WRITE = ['plans:write'];

/** What the product is sold as: its plans side by side, terms above and entitlements below. */
export function PlansPanel({ pid }: { pid: number }) {
  const [search, change] = useSearchParams();
  const mayChange = useCan(...WRITE);
  const maySeeKeys = useCan('keys:read');
  const { data: plans, error } = useQuery(plansQuery(pid));
  const find = (name: string) => (mayChange ? plans?.find(({ code }) => code === firstOf(search[name])) : undefined);
  const [edited, deleted] = [find('plan'), find('deletePlan')];
  return (
    <Panel
      title="Plans"
      aside={
        plans && plans.length > 0 ? 'A change applies to all keys of the plan, from their next check on' : undefined
      }
      actions={
        <Only scopes={WRITE}>
          <Button variant="default" size="xs" onClick={() => change({ createPlan: '1' })}>
            Add a plan
          </Button>
        </Only>
      }
    >
      <ReadProblem error={error} />
      {plans === undefined && !error && <Waiting />}
      {plans?.length === 0 && (
        <p className="quiet">
          No plans yet. A plan says how long a license key runs, how many devices may use it, and what the program may
          do.
        </p>
      )}
      {plans && plans.length > 0 && <Comparison plans={plans} />}
      {plans && plans.length > 0 && maySeeKeys && <KeysWithoutPlan pid={pid} />}
      {mayChange && (
        <CreatePlan
          pid={pid}
          opened={search['createPlan'] !== undefined}
          onClose={() => change({ createPlan: undefined })}
        />
      )}
      {edited && <EditPlan plan={edited} onClose={() => change({ plan: undefined })} />}
      {deleted && <DeletePlan plan={deleted} onClose={() => change({ deletePlan: undefined })} />}
    </Panel>
  );
}

function Comparison({ plans }: { plans: readonly PlanDto[] }) {
  return (
    <div className={classes.scroller} role="region" aria-label="Plans side by side" tabIndex={0}>
      <table className={classes.plans}>
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>Term</VisuallyHidden>
            </th>
            {plans.map(({ id, name, code, trial }) => (
              <th key={id} scope="col">
                {name}
                <code>{code}</code>
                {trial && <Chip title="Programs start it themselves, once for each device.">trial</Chip>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {TERMS.map(({ label, words }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {plans.map((plan) => (
                <td key={plan.id}>{words(plan)}</td>
              ))}
            </tr>
          ))}
        </tbody>
        <Contents
          names={entitlementNames(plans)}
          plans={plans}
          words={({ entitlements = {} }, name) =>
            Object.hasOwn(entitlements, name) ? valueInWords(entitlements[name]) : undefined
          }
        />
        <Contents
          names={meterNames(plans)}
          plans={plans}
          words={({ meters = {} }, name) => (Object.hasOwn(meters, name) ? meterInWords(meters[name]) : undefined)}
        />
        <tfoot>
          <ChecksOfPlans plans={plans} />
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

interface ContentsProps {
  names: readonly string[];
  plans: readonly PlanDto[];
  /** Undefined for a plan that doesn't have it. */
  words: (plan: PlanDto, name: string) => string | undefined;
}

/** What plans contain by name, a row for each. */
function Contents({ names, plans, words }: ContentsProps) {
  if (names.length === 0) return null;
  return (
    <tbody>
      {names.map((name) => (
        <tr key={name}>
          <th scope="row">
            <code>{name}</code>
          </th>
          {plans.map((plan) => (
            <td key={plan.id}>{words(plan, name) ?? '–'}</td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

/** How much each plan is used, once something was checked. */
function ChecksOfPlans({ plans }: { plans: readonly PlanDto[] }) {
  const { data: shares } = useQuery({ ...sharesQuery(plans[0].product), enabled: useCan('logs:read') });
  if (!shares || shares.checks === 0) return null;
  return (
    <tr>
      <th scope="row">Checks, 7 days</th>
      {plans.map(({ id, code }) => {
        const { checks, refused } = shares.plans.find(({ plan }) => plan === code) ?? { checks: 0, refused: 0 };
        return (
          <td key={id}>
            {grouped(checks)}
            {refused > 0 && <span className="quiet">, {partInWords(refused, checks)} refused</span>}
          </td>
        );
      })}
    </tr>
  );
}

function PlanActions({ plan }: { plan: PlanDto }) {
  const { code, name } = plan;
  const [, change] = useSearchParams();
  return (
    <div className={classes.actions}>
      <EditAndDelete
        scopes={WRITE}
        name={name}
        edit={() => change({ plan: code })}
        remove={() => change({ deletePlan: code })}
      />
      <KeysLink plan={plan} />
    </div>
  );
}

/** Leads to the license keys of a plan, and says how many there are. */
function KeysLink({ plan: { product, code, name } }: { plan: PlanDto }) {
  const { data: counts } = useQuery({ ...planCountsQuery(product), enabled: useCan('keys:read') });
  const keys = counts?.plans.find(({ plan }) => plan === code)?.keys;
  const isCut = keys !== undefined && keys === counts?.most;
  const text =
    keys === undefined ? 'Show keys' : `${isCut ? 'More than ' : ''}${counted(isCut ? keys - 1 : keys, 'key')}`;
  return (
    <Link to="/keys" search={{ pid: String(product), plan: code }} aria-label={`${text} of ${name}`}>
      {text}
    </Link>
  );
}

function valueInWords(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'number' ? grouped(value) : value;
}
