import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answerOf, api, ifMatch } from '../api/client';
import type { PlanDto } from '../api/schema';
import { Confirm } from '../form/confirm';
import { notify } from '../page/notify';
import { planQuery, plansQuery } from './plans';

/** Deletes a plan that no license key has; the service says so if one has. */
export function DeletePlan({ plan: { product: pid, code, name }, onClose }: { plan: PlanDto; onClose: () => void }) {
  const cache = useQueryClient();
  const read = useQuery(planQuery(pid, code));
  const remove = useMutation({
    mutationFn: () => {
      const params = { path: { pid, code }, header: ifMatch(read.data?.etag) };
      return answerOf(api.DELETE('/api/products/{pid}/plans/{code}', { params }));
    },
    // Whoever deletes it all the same has seen what somebody changed meanwhile.
    onError: () =>
      Promise.all([plansQuery(pid), planQuery(pid, code)].map(({ queryKey }) => cache.invalidateQueries({ queryKey }))),
    onSuccess: async () => {
      notify(`The plan ${name} was deleted.`);
      onClose();
      await cache.invalidateQueries({ queryKey: plansQuery(pid).queryKey });
    },
  });
  return (
    <Confirm
      title="Delete this plan?"
      opened
      onClose={onClose}
      onConfirm={() => remove.mutate()}
      confirm="Delete plan"
      isBusy={remove.isPending}
      canConfirm={read.data !== undefined}
      error={remove.error ?? read.error}
      isDestructive
    >
      {name} can be deleted only while no license key has it.
    </Confirm>
  );
}
