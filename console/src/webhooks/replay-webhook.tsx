import { Radio, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ReplayDto, WebhookDto } from '../api/schema';
import { Confirm } from '../form/confirm';
import { fromLocalInput } from '../text/times';
import { useReplay } from './use-replay';

const WHICH = [
  { value: 'failed', label: 'What was given up', description: 'Every delivery of which all attempts failed.' },
  {
    value: 'since',
    label: 'Everything since a time',
    description: 'Including what has already arrived, with the same IDs.',
  },
  {
    value: 'after',
    label: 'Everything after an event',
    description: 'The position of the last event that the receiver has.',
  },
] as const;
type Which = (typeof WHICH)[number]['value'];

/** What was chosen, as the API takes it; undefined while something is missing. */
function replayOf(which: Which, time: string, position: string): ReplayDto | undefined {
  if (which === 'failed') return { failed: true };
  if (which === 'after') return position.trim() === '' ? undefined : { after: Number(position) };
  const since = fromLocalInput(time);
  return since === undefined ? undefined : { since };
}

/** Asks what to send again: what was given up, or everything since then. */
export function ReplayWebhook({
  webhook: { id, position: last },
  onClose,
}: {
  webhook: WebhookDto;
  onClose: () => void;
}) {
  const [which, setWhich] = useState<Which>('failed');
  const [time, setTime] = useState('');
  const [position, setPosition] = useState('');
  const replay = useReplay(id, onClose);
  const body = replayOf(which, time, position);
  return (
    <Confirm
      title="Send events again"
      opened
      onClose={onClose}
      onConfirm={() => body && replay.mutate(body)}
      confirm="Send again"
      isBusy={replay.isPending}
      canConfirm={body !== undefined}
      error={replay.error}
    >
      <Radio.Group label="Which events" value={which} onChange={(value) => setWhich(value)}>
        <Stack gap="xs" mt="xs">
          {WHICH.map((each) => (
            <Radio key={each.value} {...each} />
          ))}
        </Stack>
      </Radio.Group>
      {which === 'since' && (
        <TextInput
          mt="md"
          type="datetime-local"
          label="Since"
          description="In this computer’s time zone"
          value={time}
          onChange={({ currentTarget }) => setTime(currentTarget.value)}
        />
      )}
      {which === 'after' && (
        <TextInput
          mt="md"
          type="number"
          min={0}
          label="After position"
          description={`So far, the webhook has reached ${last}.`}
          value={position}
          onChange={({ currentTarget }) => setPosition(currentTarget.value)}
        />
      )}
    </Confirm>
  );
}
