import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { answerOf, api, ifMatch, type Tagged } from '../../api/client';
import type { LicenseKeyDto } from '../../api/schema';
import { notify } from '../../page/notify';
import { Confirm } from '../../form/confirm';
import { ReasonInput, reasonIn } from '../../form/reason-input';
import { refreshKeys } from './key-query';

/** Deletes a license key with its logs, once its customer was typed. */
export function DeleteKey({
  licenseKey: { id, key, uuid, etag },
  onClose,
}: {
  licenseKey: Tagged<LicenseKeyDto>;
  onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  const cache = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => {
      const params = { path: { id: String(id) }, query: reasonIn(reason), header: ifMatch(etag) };
      return answerOf(api.DELETE('/api/keys/{id}', { params }));
    },
    // Whoever deletes it all the same has seen what somebody changed meanwhile.
    onError: () => refreshKeys(cache),
    onSuccess: async () => {
      onClose();
      await navigate({ to: '/keys' });
      cache.removeQueries({ queryKey: ['keys', 'one'] });
      notify(`The license key ${key} was deleted.`);
      await cache.resetQueries({ queryKey: ['keys', 'list'] });
    },
  });
  return (
    <Confirm
      title="Delete this key?"
      opened
      onClose={onClose}
      onConfirm={() => remove.mutate()}
      confirm="Delete key and logs"
      isBusy={remove.isPending}
      error={remove.error}
      isDestructive
      typed={uuid.trim()}
    >
      The key <code>{key}</code>, its logs and its devices are deleted permanently, and its checks are refused with NOT
      FOUND. To refuse it but keep its history, disable it instead.
      <ReasonInput value={reason} onChange={setReason} />
    </Confirm>
  );
}
