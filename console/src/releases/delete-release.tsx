import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from '../api/client';
import type { ProductReleaseDto } from '../api/schema';
import { Confirm } from '../form/confirm';
import { notify } from '../page/notify';
import { releasesKey } from './releases';

interface DeleteReleaseProps {
  release: ProductReleaseDto;
  onClose: () => void;
}

/** Takes a release back; the file stays where it is. */
export function DeleteRelease({ release: { product: pid, id, version }, onClose }: DeleteReleaseProps) {
  const cache = useQueryClient();
  const remove = useMutation({
    mutationFn: () => answerOf(api.DELETE('/api/products/{pid}/releases/{id}', { params: { path: { pid, id } } })),
    onSuccess: async () => {
      notify(`Version ${version} was deleted.`);
      onClose();
      await cache.invalidateQueries({ queryKey: releasesKey(pid) });
    },
  });
  return (
    <Confirm
      title="Delete this release?"
      opened
      onClose={onClose}
      onConfirm={() => remove.mutate()}
      confirm="Delete release"
      isBusy={remove.isPending}
      error={remove.error}
      isDestructive
    >
      {version} is offered to nobody any more, and passes for every license key: only what is registered is judged.
    </Confirm>
  );
}
