import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, api, ifMatch, type Tagged } from '../api/client';
import type { WebhookDto } from '../api/schema';
import { ChangedMeanwhile } from '../form/changed-meanwhile';
import { FormDrawer } from '../form/form-drawer';
import { notify } from '../page/notify';
import { headerLines } from './header-lines';
import { problemAt, useWebhookForm } from './use-webhook-form';
import { WebhookInputs } from './webhook-inputs';
import { changesOf, COMPARED, inComparedWords, valuesOf } from './webhook-values';
import { readWebhook } from './webhooks';

/** Changes what a webhook gets, and where. */
export function EditWebhook({ webhook, onClose }: { webhook: Tagged<WebhookDto>; onClose: () => void }) {
  const { id, etag } = webhook;
  const form = useWebhookForm(`webhook ${id}`, valuesOf(webhook), headerLines(webhook.headers), etag);
  const { values, headers, headersBefore, draft, inputs } = form;
  const cache = useQueryClient();
  const change = changesOf(draft.base, values, headersBefore, headers);
  const save = useMutation({
    mutationFn: (tag: string | undefined) => {
      const params = { path: { id }, header: ifMatch(tag) };
      return answerOf(api.PUT('/api/webhooks/{id}', { params, body: change }));
    },
    onSuccess: async () => {
      draft.forget();
      onClose();
      notify('The webhook was changed.');
      await cache.invalidateQueries({ queryKey: ['webhooks'] });
      await cache.invalidateQueries({ queryKey: ['audit', 'of', 'webhook', id] });
    },
  });
  const takeTheirs = () => {
    draft.discard();
    onClose();
    void cache.invalidateQueries({ queryKey: ['webhooks'] });
  };
  const problem = problemAt(save.error);
  return (
    <FormDrawer
      title="Edit webhook"
      opened
      onClose={onClose}
      onSubmit={() => save.mutate(draft.etag)}
      submit="Save"
      isBusy={save.isPending}
      canSubmit={Object.keys(change).length > 0 && values.types?.length !== 0}
      error={save.error}
      isErrorAtField={problem !== undefined}
      draft={draft}
    >
      <WebhookInputs {...inputs} problem={problem} />
      <ChangedMeanwhile
        error={save.error}
        fields={COMPARED}
        change={inComparedWords(change)}
        target={{ targetType: 'webhook', targetId: id }}
        read={async () => {
          const { etag: tag, ...now } = await readWebhook(id);
          return { ...inComparedWords(now), etag: tag };
        }}
        isBusy={save.isPending}
        onKeep={save.mutate}
        onTake={takeTheirs}
        onClose={save.reset}
      />
    </FormDrawer>
  );
}
