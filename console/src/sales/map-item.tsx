import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from '../api/client';
import type { MappingDto, SourceDto } from '../api/schema';
import { useDraft } from '../form/draft';
import { FormDrawer } from '../form/form-drawer';
import { notify } from '../page/notify';
import { MappingInputs } from './mapping-inputs';
import { isComplete, mappingOf, mappingProblemAt, newMapping, valuesOfMapping } from './mapping-values';

interface MapItemProps {
  source: SourceDto;
  /** What it is about; left out to type it. */
  item?: string;
  /** The mapping to change; left out for a new one. */
  mapping?: MappingDto;
  onClose: () => void;
}

/** Says what an item of a shop stands for. Orders that waited for it are done then. */
export function MapItem({ source, item, mapping, onClose }: MapItemProps) {
  const { id, type } = source;
  const cache = useQueryClient();
  const name = mapping ? `mapping ${mapping.id}` : `new mapping of ${id} ${item ?? ''}`;
  const [values, setValues, draft] = useDraft(name, mapping ? valuesOfMapping(mapping) : newMapping(item));
  const save = useMutation({
    mutationFn: () => {
      const { item: named, ...body } = mappingOf(values);
      if (!mapping)
        return answerOf(
          api.POST('/api/sources/{id}/mappings', { params: { path: { id } }, body: { item: named, ...body } }),
        );
      const path = { id, mapping: mapping.id };
      return answerOf(api.PUT('/api/sources/{id}/mappings/{mapping}', { params: { path }, body }));
    },
    onSuccess: async (saved) => {
      draft.forget();
      onClose();
      notify(
        mapping ? `What ${saved.item} stands for was changed.` : `${saved.item} is mapped. What waited is done now.`,
      );
      for (const queryKey of [['mappings', id], ['source items', id], ['inbox'], ['orders']])
        await cache.invalidateQueries({ queryKey });
    },
  });
  const problem = mappingProblemAt(save.error);
  return (
    <FormDrawer
      title={mapping ? 'Change a mapping' : item === undefined ? 'Map an item' : `Map ${item}`}
      opened
      onClose={onClose}
      onSubmit={() => save.mutate()}
      submit={mapping ? 'Save' : 'Map item'}
      isBusy={save.isPending}
      canSubmit={isComplete(values) && (!mapping || draft.isDirty)}
      error={save.error}
      isErrorAtField={problem !== undefined}
      draft={draft}
    >
      <MappingInputs
        shop={type}
        values={values}
        onChange={(changes) => setValues((before) => ({ ...before, ...changes }))}
        problem={problem}
        isItemFixed={mapping !== undefined || item !== undefined}
      />
    </FormDrawer>
  );
}
