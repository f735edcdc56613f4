import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from '../api/client';
import type { NewWebhookDto, WebhookDto } from '../api/schema';
import { RotateSecret } from '../form/rotate-secret';
import { shortUrl } from './webhooks';

interface RotateWebhookProps {
  webhook: WebhookDto;
  onClose: () => void;
  onRotated: (webhook: NewWebhookDto) => void;
}

const HOUR = 3600;

const GRACES = [
  { seconds: HOUR, label: 'For an hour', description: 'Time to put the new one into the receiver.' },
  { seconds: 24 * HOUR, label: 'For a day', description: 'Time for a receiver that somebody else runs.' },
  { seconds: 7 * 24 * HOUR, label: 'For 7 days', description: 'The longest possible.' },
  {
    seconds: 0,
    label: 'Not at all',
    description: 'For a leaked secret. Deliveries are refused until the receiver has the new one, and tried again.',
  },
];

/** Gives a webhook a new secret, and its receiver time to change to it. */
export function RotateWebhook({ webhook: { id, url }, onClose, onRotated }: RotateWebhookProps) {
  const cache = useQueryClient();
  const rotate = useMutation({
    mutationFn: (graceSeconds: number) =>
      answerOf(api.POST('/api/webhooks/{id}/rotate', { params: { path: { id } }, body: { graceSeconds } })),
    onSuccess: async (rotated) => {
      onRotated(rotated);
      await cache.invalidateQueries({ queryKey: ['webhooks'] });
    },
  });
  return (
    <RotateSecret
      title={`Rotate the secret of ${shortUrl(url)}`}
      lead="It gets a new secret, shown once. Meanwhile deliveries are signed with both, so that none is refused."
      graces={GRACES}
      usual={24 * HOUR}
      isBusy={rotate.isPending}
      error={rotate.error}
      onRotate={rotate.mutate}
      onClose={onClose}
    />
  );
}
