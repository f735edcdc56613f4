import { TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { PLAN_FIELDS } from '../../../src/catalog/plans/plan-fields';
import { answerOf, api } from '../api/client';
import type { CreatePlanDto } from '../api/schema';
import { useDraft } from '../form/draft';
import { FormDrawer } from '../form/form-drawer';
import { changesIn, entriesOf, type Entries, RecordInputs } from '../form/record-fields';
import { notify } from '../page/notify';
import { PLAN_FORM, plansQuery } from './plans';

const { label, meaning, placeholder } = PLAN_FIELDS.code.console;
const EMPTY: Entries = { code: '', ...entriesOf(PLAN_FORM) };

/** A new plan of a product. */
export function CreatePlan({ pid, opened, onClose }: { pid: number; opened: boolean; onClose: () => void }) {
  const cache = useQueryClient();
  const [values, setValues, draft] = useDraft(`new plan of ${pid}`, EMPTY);
  const { code } = values;
  const create = useMutation({
    mutationFn: () => {
      const body = { code: code.trim(), ...changesIn(PLAN_FORM, values, EMPTY) } as CreatePlanDto;
      return answerOf(api.POST('/api/products/{pid}/plans', { params: { path: { pid } }, body }));
    },
    onSuccess: ({ name }) => {
      setValues(EMPTY);
      notify(`The plan ${name} was created.`);
      void cache.invalidateQueries({ queryKey: plansQuery(pid).queryKey });
      onClose();
    },
  });
  const close = () => {
    create.reset();
    onClose();
  };
  return (
    <FormDrawer
      title="New plan"
      opened={opened}
      onClose={close}
      onSubmit={() => create.mutate()}
      submit="Create plan"
      isBusy={create.isPending}
      canSubmit={values.name.trim() !== '' && code.trim() !== ''}
      error={create.error}
      draft={draft}
    >
      <TextInput
        label={label}
        description={meaning}
        placeholder={placeholder}
        value={code}
        onChange={({ currentTarget }) => setValues({ ...values, code: currentTarget.value })}
      />
      <RecordInputs fields={PLAN_FORM} entries={values} onChange={(entries) => setValues({ ...entries, code })} />
    </FormDrawer>
  );
}
