import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from '../api/client';
import { RotateSecret } from '../form/rotate-secret';
import { useMe } from '../session/me';
import type { ApiKey } from './api-keys';
import type { Issued } from './new-secret';

interface RotateApiKeyProps {
  apiKey: ApiKey;
  onClose: () => void;
  onRotated: (issued: Issued) => void;
}

const HOUR = 3600;

const GRACES = [
  { seconds: HOUR, label: 'For an hour', description: 'Time to put the new one into one program.' },
  { seconds: 24 * HOUR, label: 'For a day', description: 'Time for several programs, or a colleague elsewhere.' },
  { seconds: 7 * 24 * HOUR, label: 'For 7 days', description: 'The longest possible.' },
  {
    seconds: 0,
    label: 'Not at all',
    description:
      'For a leaked secret: it and all earlier ones stop working at once. Programs fail until they have the new one.',
  },
];

/** Gives an API key a new secret, and its programs time to change to it. */
export function RotateApiKey({ apiKey, onClose, onRotated }: RotateApiKeyProps) {
  const { apiKeyId } = useMe();
  const cache = useQueryClient();
  const rotate = useMutation({
    mutationFn: (graceSeconds: number) => {
      const params = { path: { id: String(apiKey.id) } };
      return answerOf(api.POST('/api/api-keys/{id}/rotate', { params, body: { graceSeconds } }));
    },
    onSuccess: async (issued) => {
      onRotated(issued);
      await cache.invalidateQueries({ queryKey: ['api-keys'] });
    },
  });
  return (
    <RotateSecret
      title={`Rotate “${apiKey.name}”`}
      lead="It gets a new secret, shown once. Its record, name and scopes stay, and so does everything it created."
      graces={GRACES}
      usual={HOUR}
      isBusy={rotate.isPending}
      error={rotate.error}
      onRotate={rotate.mutate}
      onClose={onClose}
    >
      {apiKeyId === apiKey.id && <p>You are signed in with this API key, so you may have to sign in again.</p>}
    </RotateSecret>
  );
}
