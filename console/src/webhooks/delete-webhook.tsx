import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { answerOf, api, ifMatch, type Tagged } from '../api/client';
import type { WebhookDto } from '../api/schema';
import { Confirm } from '../form/confirm';
import { notify } from '../page/notify';
import { shortUrl } from './webhooks';

export function DeleteWebhook({ webhook, onClose }: { webhook: Tagged<WebhookDto>; onClose: () => void }) {
  const { id, url, etag } = webhook;
  const cache = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => answerOf(api.DELETE('/api/webhooks/{id}', { params: { path: { id }, header: ifMatch(etag) } })),
    // Whoever deletes it all the same has seen what somebody changed meanwhile.
    onError: () => cache.invalidateQueries({ queryKey: ['webhooks'] }),
    onSuccess: async () => {
      await navigate({ to: '/webhooks' });
      notify(`The webhook to ${shortUrl(url)} was deleted.`);
      await cache.invalidateQueries({ queryKey: ['webhooks', 'list'] });
    },
  });
  return (
    <Confirm
      title="Delete this webhook?"
      opened
      onClose={onClose}
      onConfirm={() => remove.mutate()}
      confirm="Delete webhook"
      isBusy={remove.isPending}
      error={remove.error}
      isDestructive
    >
      <p style={{ marginTop: 0 }}>
        Nothing is sent to {shortUrl(url)} any more, and what was sent or waits is deleted with it. To stop it for a
        while, switch it off instead.
      </p>
    </Confirm>
  );
}
