import { Checkbox } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, api } from '../../api/client';
import { Confirm } from '../../form/confirm';
import { ReasonInput, reasonIn } from '../../form/reason-input';
import type { Device } from './devices';
import { refreshKeys } from './key-query';

interface ReleaseDevicesProps {
  keyId: number;
  released: Device | 'all';
  onClose: () => void;
}

/** Frees the seat of one device, or of all. Without `If-Match`: a seat that somebody else freed before is free as well. */
export function ReleaseDevices({ keyId, released, onClose }: ReleaseDevicesProps) {
  const [force, setForce] = useState(false);
  const [reason, setReason] = useState('');
  const cache = useQueryClient();
  const id = String(keyId);
  const query = { ...(force ? { force } : {}), ...reasonIn(reason) };
  const release = useMutation({
    mutationFn: async () => {
      if (released === 'all') await answerOf(api.DELETE('/api/keys/{id}/devices', { params: { path: { id }, query } }));
      else {
        const path = { id, deviceId: String(released.id) };
        await answerOf(api.DELETE('/api/keys/{id}/devices/{deviceId}', { params: { path, query } }));
      }
    },
    onSuccess: () => {
      onClose();
      return refreshKeys(cache);
    },
  });
  const isHeld = released === 'all' || released.heldUntil !== undefined;
  return (
    <Confirm
      title={released === 'all' ? 'Release all devices?' : `Release ${released.name || 'this device'}?`}
      opened
      onClose={onClose}
      onConfirm={() => release.mutate()}
      confirm="Release"
      isBusy={release.isPending}
      error={release.error}
    >
      {released === 'all' ? 'Their seats are free' : 'Its seat is free'} for other devices at once. A released device
      takes a seat again with its next check, if one is left.
      {isHeld && (
        <Checkbox
          mt="md"
          label="Also seats held by an offline license; the license keeps working where it is"
          checked={force}
          onChange={(event) => setForce(event.currentTarget.checked)}
        />
      )}
      <ReasonInput value={reason} onChange={setReason} />
    </Confirm>
  );
}
