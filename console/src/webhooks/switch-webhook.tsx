import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from '../api/client';
import type { WebhookDto } from '../api/schema';
import { Confirm } from '../form/confirm';
import { notify } from '../page/notify';

/** Switches a webhook on or off. */
export function useSwitch({ id }: WebhookDto) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (active: boolean) =>
      answerOf(api.PUT('/api/webhooks/{id}', { params: { path: { id } }, body: { active } })),
    onSuccess: async ({ active }) => {
      notify(active ? 'The webhook is on.' : 'The webhook is off.');
      await cache.invalidateQueries({ queryKey: ['webhooks'] });
    },
  });
}

export function SwitchOff({ webhook, onClose }: { webhook: WebhookDto; onClose: () => void }) {
  const toggle = useSwitch(webhook);
  return (
    <Confirm
      title="Switch this webhook off?"
      opened
      onClose={onClose}
      onConfirm={() => toggle.mutate(false, { onSuccess: onClose })}
      confirm="Switch off"
      isBusy={toggle.isPending}
      error={toggle.error}
    >
      Nothing is sent until you switch it on again. Then you can send what it missed.
    </Confirm>
  );
}
