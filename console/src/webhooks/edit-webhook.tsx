import { useQueryClient } from '@tanstack/react-query';
import { answerOf, api, ifMatch, type Tagged } from '../api/client';
import type { WebhookDto } from '../api/schema';
import { EditDrawer } from '../form/edit-drawer';
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
  const reread = () => cache.invalidateQueries({ queryKey: ['webhooks'] });
  return (
    <EditDrawer
      title="Edit webhook"
      draft={draft}
      change={change}
      isComplete={values.types?.length !== 0}
      compared={{
        fields: COMPARED,
        change: inComparedWords(change),
        target: { targetType: 'webhook', targetId: id },
        read: async () => {
          const { etag: tag, ...now } = await readWebhook(id);
          return { ...inComparedWords(now), etag: tag };
        },
      }}
      save={(tag) => {
        const params = { path: { id }, header: ifMatch(tag) };
        return answerOf(api.PUT('/api/webhooks/{id}', { params, body: change }));
      }}
      onSaved={async () => {
        onClose();
        notify('The webhook was changed.');
        await reread();
        await cache.invalidateQueries({ queryKey: ['audit', 'of', 'webhook', id] });
      }}
      reread={reread}
      onClose={onClose}
      isErrorAtField={(error) => problemAt(error) !== undefined}
    >
      {(error) => <WebhookInputs {...inputs} problem={problemAt(error)} />}
    </EditDrawer>
  );
}
