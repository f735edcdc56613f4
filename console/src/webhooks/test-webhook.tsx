import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { Dialog } from '../page/dialog';
import { answerOf, api } from '../api/client';
import type { WebhookDto } from '../api/schema';
import { OnceButton } from '../form/once-button';
import { ProblemAlert } from '../page/problem-alert';
import { Waiting } from '../page/waiting';
import { OneAttempt } from './attempts';
import { shortUrl } from './webhooks';

/** Sends a test to a webhook, and shows what came back. */
export function TestWebhook({ webhook: { id, url }, onClose }: { webhook: WebhookDto; onClose: () => void }) {
  const cache = useQueryClient();
  const test = useMutation({
    mutationFn: () => answerOf(api.POST('/api/webhooks/{id}/test', { params: { path: { id } } })),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['deliveries'] }),
  });
  const send = useEffectEvent(() => test.mutate());
  useEffect(() => send(), []);
  const attempt = test.data?.attempts.at(-1);
  const isWaiting = test.isPending || test.isIdle;
  return (
    <Dialog opened onClose={onClose} title="Send a test">
      <p style={{ marginTop: 0, overflowWrap: 'anywhere' }} className="quiet">
        {isWaiting ? 'A test is on its way to' : 'This is what came back from'} {shortUrl(url)}
      </p>
      {isWaiting && <Waiting label="Sending" />}
      <ProblemAlert error={test.error} />
      {attempt && !isWaiting && <OneAttempt attempt={attempt} />}
      <Group justify="flex-end" mt="lg">
        <OnceButton variant="default" loading={isWaiting} onClick={() => test.mutate()}>
          Send another
        </OnceButton>
        <Button onClick={onClose}>Close</Button>
      </Group>
    </Dialog>
  );
}
