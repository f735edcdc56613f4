import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from '../api/client';
import { Confirm } from '../form/confirm';
import { useMe } from '../session/me';
import { Time } from '../text/time';
import type { ApiKey } from './api-keys';
import { notify } from '../page/notify';

/** Ends an API key for ever, once its beginning was typed. */
export function RevokeApiKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { apiKeyId } = useMe();
  const { id, name, prefix, lastUsedAt } = apiKey;
  const cache = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => answerOf(api.DELETE('/api/api-keys/{id}', { params: { path: { id: String(id) } } })),
    onSuccess: async () => {
      onClose();
      notify(`“${name}” is revoked.`);
      await cache.invalidateQueries({ queryKey: ['api-keys'] });
    },
  });
  return (
    <Confirm
      title={`Revoke “${name}”?`}
      opened
      onClose={onClose}
      onConfirm={() => revoke.mutate()}
      confirm="Revoke permanently"
      isBusy={revoke.isPending}
      error={revoke.error}
      isDestructive
      typed={prefix}
    >
      <p style={{ marginTop: 0 }}>
        Every program that uses it is refused from now on. This can’t be undone. The key stays in the list, and
        everything it created stays. Last used: <Time at={lastUsedAt} as="relative" never="not yet" />.
      </p>
      {apiKeyId === id && (
        <p>
          <strong>You are signed in with this API key, so you will be signed out at once.</strong>
        </p>
      )}
    </Confirm>
  );
}
