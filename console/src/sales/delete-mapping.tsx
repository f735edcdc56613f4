import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from '../api/client';
import type { MappingDto } from '../api/schema';
import { Confirm } from '../form/confirm';
import { notify } from '../page/notify';

export function DeleteMapping({ mapping, onClose }: { mapping: MappingDto; onClose: () => void }) {
  const { id, source, item } = mapping;
  const cache = useQueryClient();
  const remove = useMutation({
    mutationFn: () => {
      const path = { id: source, mapping: id };
      return answerOf(api.DELETE('/api/sources/{id}/mappings/{mapping}', { params: { path } }));
    },
    onSuccess: async () => {
      onClose();
      notify(`${item} is no longer mapped.`);
      for (const queryKey of [
        ['mappings', source],
        ['source items', source],
      ])
        await cache.invalidateQueries({ queryKey });
    },
  });
  return (
    <Confirm
      title="Delete this mapping?"
      opened
      onClose={onClose}
      onConfirm={() => remove.mutate()}
      confirm="Delete mapping"
      isBusy={remove.isPending}
      error={remove.error}
      isDestructive
    >
      Orders of {item} then wait for attention. Existing license keys stay.
    </Confirm>
  );
}
