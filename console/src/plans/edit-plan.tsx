import { useQuery, useQueryClient } from '@tanstack/react-query';
import { answerOf, api, ifMatch, type Tagged } from '../api/client';
import type { PlanDto } from '../api/schema';
import { useDraft } from '../form/draft';
import { EditDrawer } from '../form/edit-drawer';
import { changesIn, entriesOf, RecordInputs } from '../form/record-fields';
import { notify } from '../page/notify';
import { ProblemAlert } from '../page/problem-alert';
import { PLAN_FORM, planQuery, plansQuery, readPlan } from './plans';

interface EditPlanProps {
  plan: PlanDto;
  onClose: () => void;
}

/** Reads the plan first: lists have no tags. */
export function EditPlan({ plan: { product, code }, onClose }: EditPlanProps) {
  const { data, error } = useQuery(planQuery(product, code));
  if (data) return <EditForm plan={data} onClose={onClose} />;
  return <ProblemAlert error={error} />;
}

function EditForm({ plan, onClose }: EditPlanProps & { plan: Tagged<PlanDto> }) {
  const cache = useQueryClient();
  const { id, product: pid, code, etag } = plan;
  const [entries, setEntries, draft] = useDraft(`plan ${id}`, entriesOf(PLAN_FORM, plan), etag);
  const change = changesIn(PLAN_FORM, entries, draft.base);
  const reread = () => cache.invalidateQueries({ queryKey: plansQuery(pid).queryKey });
  return (
    <EditDrawer
      title={`Change ${plan.name}`}
      draft={draft}
      change={change}
      compared={{ fields: PLAN_FORM, target: { targetType: 'plan', targetId: id }, read: () => readPlan(pid, code) }}
      save={(tag) => {
        const params = { path: { pid, code }, header: ifMatch(tag) };
        return answerOf(api.PUT('/api/products/{pid}/plans/{code}', { params, body: change }));
      }}
      onSaved={({ name }) => {
        notify(`The plan ${name} was changed; each of its license keys follows from its next check on.`);
        onClose();
        return reread();
      }}
      reread={reread}
      onClose={onClose}
    >
      <RecordInputs fields={PLAN_FORM} entries={entries} onChange={setEntries} />
    </EditDrawer>
  );
}
