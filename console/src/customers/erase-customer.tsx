import { Checkbox } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { answerOf, api } from '../api/client';
import type { ErasurePreviewDto } from '../api/schema';
import { Confirm } from '../form/confirm';
import { notify } from '../page/notify';
import { ProblemAlert } from '../page/problem-alert';
import { Waiting } from '../page/waiting';
import { counted } from '../text/numbers';
import { NAMES_KEY } from './customer-names';

/**
 * Erases a person, once it was said what goes, and the name was typed. Without `If-Match`: what somebody added meanwhile
 * has to go as well.
 */
export function EraseCustomer({ uid, name, onClose }: { uid: string; name?: string; onClose: () => void }) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const [force, setForce] = useState(false);
  const path = { uid };
  const preview = useQuery({
    queryKey: ['customers', 'erasure', uid],
    queryFn: ({ signal }) => answerOf(api.GET('/api/customers/{uid}/erasure', { params: { path }, signal })),
    staleTime: 0,
  });
  const erase = useMutation({
    mutationFn: () => answerOf(api.DELETE('/api/customers/{uid}', { params: { path, query: force ? { force } : {} } })),
    onSuccess: async ({ isDone }) => {
      await navigate({ to: '/customers' });
      cache.removeQueries({ queryKey: ['customers', 'one', uid] });
      cache.removeQueries({ queryKey: [...NAMES_KEY, uid] });
      cache.removeQueries({ queryKey: ['keys'] });
      notify(
        isDone ? 'The person was erased.' : 'The record is erased; license keys and logs follow in the background.',
      );
      await cache.resetQueries({ queryKey: ['customers', 'list'] });
    },
  });
  const seats = preview.data?.seatsTaken ?? 0;
  return (
    <Confirm
      title="Erase this person?"
      opened
      onClose={onClose}
      onConfirm={() => erase.mutate()}
      confirm="Erase permanently"
      isBusy={erase.isPending}
      canConfirm={preview.data !== undefined && (seats === 0 || force)}
      error={erase.error}
      isDestructive
      typed={(name ?? uid).trim()}
    >
      <ProblemAlert error={preview.error} />
      {!preview.data && !preview.error && <Waiting />}
      {preview.data && <Effects preview={preview.data} />}
      {seats > 0 && (
        <Checkbox
          mt="md"
          label={`Erase even though ${counted(seats, 'device has', 'devices have')} a seat`}
          description="Their programs will send names and addresses again with the next check. The seats stay."
          checked={force}
          onChange={({ currentTarget }) => setForce(currentTarget.checked)}
        />
      )}
    </Confirm>
  );
}

function Effects({ preview }: { preview: ErasurePreviewDto }) {
  const { licenseKeys, boundToAddress, devices, keepsUid, isComplete } = preview;
  const more = isComplete ? '' : ' or more';
  return (
    <>
      <p>
        This erases name, email address, notes and metadata, the names and addresses of {counted(devices, 'device')}
        {more}, and addresses and texts in all checks. The audit shows “erased” instead.
      </p>
      <p>
        {counted(licenseKeys, 'license key stays', 'license keys stay')}
        {more}, with verdicts and counts.
        {boundToAddress > 0 &&
          ` ${counted(boundToAddress, 'key is', 'keys are')} bound to an address, and will accept any.`}
        {!keepsUid && ' The customer ID is an email address, so it is replaced.'}
      </p>
    </>
  );
}
