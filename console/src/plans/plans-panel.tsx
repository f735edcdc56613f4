import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Panel } from '../page/panel';
import { ReadProblem } from '../page/read-problem';
import { useIsWide } from '../page/use-is-wide';
import { Waiting } from '../page/waiting';
import { firstOf, useSearchParams } from '../search-params';
import { useCan } from '../session/me';
import { Only } from '../session/only';
import { CreatePlan } from './create-plan';
import { DeletePlan } from './delete-plan';
import { EditPlan } from './edit-plan';
import { KeysWithoutPlan } from './keys-without-plan';
import { PlanCards } from './plan-cards';
import { WRITE_PLANS } from './plan-parts';
import { PlanTable } from './plan-table';
import { plansQuery } from './plans';

/** What the product is sold as: its plans side by side, terms above and entitlements below. */
export function PlansPanel({ pid }: { pid: number }) {
  const [search, change] = useSearchParams();
  const mayChange = useCan(...WRITE_PLANS);
  const maySeeKeys = useCan('keys:read');
  const isWide = useIsWide();
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
        <Only scopes={WRITE_PLANS}>
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
      {plans && plans.length > 0 && (isWide ? <PlanTable plans={plans} /> : <PlanCards plans={plans} />)}
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
