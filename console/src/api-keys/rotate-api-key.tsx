import { Button, Group, Modal, Radio, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, api } from '../api/client';
import { OnceButton } from '../form/once-button';
import { ProblemAlert } from '../page/problem-alert';
import { useMe } from '../session/me';
import type { ApiKey } from './api-keys';
import type { Issued } from './new-secret';

interface RotateApiKeyProps {
  apiKey: ApiKey;
  onClose: () => void;
  onRotated: (issued: Issued) => void;
}

const GRACES = [
  { seconds: '3600', label: 'For an hour', description: 'Time to put the new one into one program.' },
  { seconds: '86400', label: 'For a day', description: 'Time for several programs, or a colleague elsewhere.' },
  { seconds: '604800', label: 'For 7 days', description: 'The longest possible.' },
  {
    seconds: '0',
    label: 'Not at all',
    description:
      'For a leaked secret: it and all earlier ones stop working at once. Programs fail until they have the new one.',
  },
];

/** Gives an API key a new secret, and its programs time to change to it. */
export function RotateApiKey({ apiKey, onClose, onRotated }: RotateApiKeyProps) {
  const [seconds, setSeconds] = useState('3600');
  const { apiKeyId } = useMe();
  const cache = useQueryClient();
  const rotate = useMutation({
    mutationFn: () => {
      const params = { path: { id: String(apiKey.id) } };
      const body = { graceSeconds: Number(seconds) };
      return answerOf(api.POST('/api/api-keys/{id}/rotate', { params, body }));
    },
    onSuccess: async (issued) => {
      onRotated(issued);
      await cache.invalidateQueries({ queryKey: ['api-keys'] });
    },
  });
  return (
    <Modal opened onClose={onClose} title={`Rotate “${apiKey.name}”`} closeButtonProps={{ 'aria-label': 'Close' }}>
      <p style={{ marginTop: 0 }}>
        It gets a new secret, shown once. Its record, name and scopes stay, and so does everything it created.
      </p>
      <Radio.Group label="How long the old secret keeps working" value={seconds} onChange={setSeconds}>
        <Stack gap="xs" mt="xs">
          {GRACES.map(({ seconds: value, label, description }) => (
            <Radio key={value} value={value} label={label} description={description} />
          ))}
        </Stack>
      </Radio.Group>
      {apiKeyId === apiKey.id && <p>You are signed in with this API key, so you may have to sign in again.</p>}
      <ProblemAlert error={rotate.error} />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <OnceButton loading={rotate.isPending} onClick={() => rotate.mutate()}>
          Rotate secret
        </OnceButton>
      </Group>
    </Modal>
  );
}
