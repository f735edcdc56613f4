import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { answerOf, api, ifMatch, type Tagged } from '../api/client';
import type { SourceDto } from '../api/schema';
import { Confirm } from '../form/confirm';
import { notify } from '../page/notify';

export function DeleteShop({ source, onClose }: { source: Tagged<SourceDto>; onClose: () => void }) {
  const { id, name, etag } = source;
  const cache = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => answerOf(api.DELETE('/api/sources/{id}', { params: { path: { id }, header: ifMatch(etag) } })),
    // Whoever deletes it all the same has seen what somebody changed meanwhile.
    onError: () => cache.invalidateQueries({ queryKey: ['sources'] }),
    onSuccess: async () => {
      await navigate({ to: '/sales/shops' });
      notify(`The shop ${name} was deleted.`);
      await cache.invalidateQueries({ queryKey: ['sources', 'list'] });
    },
  });
  return (
    <Confirm
      title="Delete this shop?"
      opened
      onClose={onClose}
      onConfirm={() => remove.mutate()}
      confirm="Delete shop"
      isBusy={remove.isPending}
      error={remove.error}
      isDestructive
    >
      What {name} sent and its mappings are deleted with it. A shop with orders can’t be deleted: switch it off instead.
    </Confirm>
  );
}
