import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from '../api/client';
import type { NewWebhookDto } from '../api/schema';
import { FormDrawer } from '../form/form-drawer';
import { problemAt, useWebhookForm } from './use-webhook-form';
import { WebhookInputs } from './webhook-inputs';
import { EMPTY, newWebhookOf } from './webhook-values';
import { webhooksQuery } from './webhooks';

interface CreateWebhookProps {
  onClose: () => void;
  /** It comes with its secret. */
  onCreated: (webhook: NewWebhookDto) => void;
}

export function CreateWebhook({ onClose, onCreated }: CreateWebhookProps) {
  const { values, headers, draft, inputs } = useWebhookForm('new webhook', EMPTY, '');
  const cache = useQueryClient();
  const create = useMutation({
    mutationFn: () => answerOf(api.POST('/api/webhooks', { body: newWebhookOf(values, headers) })),
    onSuccess: async (webhook) => {
      draft.forget();
      onClose();
      onCreated(webhook);
      await cache.invalidateQueries({ queryKey: webhooksQuery.queryKey });
    },
  });
  const problem = problemAt(create.error);
  return (
    <FormDrawer
      title="New webhook"
      opened
      onClose={onClose}
      onSubmit={() => create.mutate()}
      submit="Create webhook"
      isBusy={create.isPending}
      canSubmit={values.url.trim() !== '' && values.types?.length !== 0}
      error={create.error}
      isErrorAtField={problem !== undefined}
      draft={draft}
    >
      <WebhookInputs {...inputs} problem={problem} />
    </FormDrawer>
  );
}
