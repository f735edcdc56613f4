import { Button, Group, Radio, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../../page/dialog';
import { answerOf, api } from '../../api/client';
import type { LicenseKeyDto } from '../../api/schema';
import { Confirm } from '../../form/confirm';
import { ReasonInput, reasonIn } from '../../form/reason-input';
import { useCan } from '../../session/me';
import { Only } from '../../session/only';
import { CodeBlock } from '../../text/code-block';
import { Time } from '../../text/time';
import { refreshKeys } from './key-query';
import { useEditing } from './use-editing';

export const REPLACES = ['keys:write', 'keys:support'];
const DAY_S = 86_400;
const GRACES = [
  {
    seconds: '0',
    label: 'Not at all',
    description: 'For a leaked key: whoever has it is refused at once, and so are the customer’s own programs.',
  },
  { seconds: String(DAY_S), label: 'For a day' },
  { seconds: String(7 * DAY_S), label: 'For 7 days', description: 'Time to send the customer the new one.' },
  { seconds: String(30 * DAY_S), label: 'For 30 days' },
];

interface Replaced {
  readonly newKey: string;
  readonly graceUntil: number | undefined;
}

/** Gives a license key a new value, and shows that to copy. */
export function ReplaceKey({ licenseKey }: { licenseKey: LicenseKeyDto }) {
  const { isOpen, open, close } = useEditing('key');
  const may = useCan(...REPLACES);
  const [replaced, setReplaced] = useState<Replaced>();
  const done = (how: Replaced) => {
    close();
    setReplaced(how);
  };
  return (
    <>
      <Only scopes={REPLACES}>
        <Button variant="subtle" size="compact-sm" onClick={open}>
          Replace…
        </Button>
      </Only>
      {isOpen && may && <AskHow licenseKey={licenseKey} onClose={close} onReplaced={done} />}
      {replaced && <NewKey {...replaced} onClose={() => setReplaced(undefined)} />}
    </>
  );
}

interface AskHowProps {
  licenseKey: LicenseKeyDto;
  onClose: () => void;
  onReplaced: (replaced: Replaced) => void;
}

function AskHow({ licenseKey: { key }, onClose, onReplaced }: AskHowProps) {
  const [seconds, setSeconds] = useState(GRACES[0].seconds);
  const [reason, setReason] = useState('');
  const cache = useQueryClient();
  const replace = useMutation({
    mutationFn: () => {
      const body = { graceSeconds: Number(seconds), ...reasonIn(reason) };
      // By the key itself: sent again after a lost answer, it replaces nothing twice.
      return answerOf(
        api.POST('/api/keys/{id}/replace', { params: { path: { id: key } }, body }),
      ) as Promise<LicenseKeyDto>;
    },
    onSuccess: async (licenseKey) => {
      onReplaced({
        newKey: licenseKey.key,
        graceUntil: seconds === '0' ? undefined : Date.now() + Number(seconds) * 1000,
      });
      await refreshKeys(cache);
    },
  });
  return (
    <Confirm
      title="Replace this key?"
      opened
      onClose={onClose}
      onConfirm={() => replace.mutate()}
      confirm="Replace key"
      isBusy={replace.isPending}
      error={replace.error}
    >
      <p style={{ marginTop: 0 }}>The record gets a new key. Its devices, expiry and checks stay.</p>
      <Radio.Group label="How long the former key still passes" value={seconds} onChange={setSeconds}>
        <Stack gap="xs" mt="xs">
          {GRACES.map(({ seconds: value, label, description }) => (
            <Radio key={value} value={value} label={label} description={description} />
          ))}
        </Stack>
      </Radio.Group>
      <ReasonInput value={reason} onChange={setReason} />
    </Confirm>
  );
}

function NewKey({ newKey, graceUntil, onClose }: Replaced & { onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title="The key is replaced">
      <CodeBlock label="The new key" code={newKey} />
      {graceUntil === undefined ? (
        <p>The former key is refused from now on.</p>
      ) : (
        <p>
          The former key passes until <Time at={graceUntil} as="seconds" />.
        </p>
      )}
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Dialog>
  );
}
