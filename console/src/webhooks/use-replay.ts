import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from '../api/client';
import type { ReplayDto } from '../api/schema';
import { notify } from '../page/notify';

/** Sends events again to a webhook, in the background. */
export function useReplay(id: number, onBegun: () => void = () => undefined) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: ReplayDto) =>
      answerOf(api.POST('/api/webhooks/{id}/replay', { params: { path: { id } }, body })),
    onSuccess: async () => {
      onBegun();
      notify('They are being sent again, in the background.');
      await Promise.all([
        cache.invalidateQueries({ queryKey: ['webhooks'] }),
        cache.invalidateQueries({ queryKey: ['deliveries'] }),
      ]);
    },
  });
}
