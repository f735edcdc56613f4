import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from '../api/client';
import type { SourceDto } from '../api/schema';
import { Confirm } from '../form/confirm';
import { notify } from '../page/notify';

/** Switches a shop on or off. */
export function useSwitchShop({ id }: SourceDto) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (active: boolean) =>
      answerOf(api.PUT('/api/sources/{id}', { params: { path: { id } }, body: { active } })),
    onSuccess: async ({ active }) => {
      notify(active ? 'The shop is on.' : 'The shop is off.');
      await cache.invalidateQueries({ queryKey: ['sources'] });
    },
  });
}

export function SwitchShopOff({ source, onClose }: { source: SourceDto; onClose: () => void }) {
  const toggle = useSwitchShop(source);
  return (
    <Confirm
      title="Switch this shop off?"
      opened
      onClose={onClose}
      onConfirm={() => toggle.mutate(false, { onSuccess: onClose })}
      confirm="Switch off"
      isBusy={toggle.isPending}
      error={toggle.error}
    >
      Nothing is taken from {source.name} until you switch it on again. Most shops try again for a few days. License
      keys stay as they are.
    </Confirm>
  );
}
