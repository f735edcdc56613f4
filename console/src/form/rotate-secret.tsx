import { Button, Group, Radio, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Dialog } from '../page/dialog';
import { ProblemAlert } from '../page/problem-alert';
import { OnceButton } from './once-button';

interface Grace {
  seconds: number;
  label: string;
  description: string;
}

interface RotateSecretProps {
  title: string;
  /** What a rotation does. */
  lead: string;
  /** How long the old secret may still be good. */
  graces: readonly Grace[];
  /** Of them, the one that is chosen at first. */
  usual: number;
  isBusy: boolean;
  error: unknown;
  onRotate: (graceSeconds: number) => void;
  onClose: () => void;
  children?: ReactNode;
}

/** Asks how long the old secret shall still be good, before there is a new one. */
export function RotateSecret(props: RotateSecretProps) {
  const { title, lead, graces, usual, isBusy, error, onRotate, onClose, children } = props;
  const [seconds, setSeconds] = useState(String(usual));
  return (
    <Dialog opened onClose={onClose} title={title}>
      <p style={{ marginTop: 0 }}>{lead}</p>
      <Radio.Group label="How long the old secret keeps working" value={seconds} onChange={setSeconds}>
        <Stack gap="xs" mt="xs">
          {graces.map(({ seconds: value, label, description }) => (
            <Radio key={value} value={String(value)} label={label} description={description} />
          ))}
        </Stack>
      </Radio.Group>
      {children}
      <ProblemAlert error={error} />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <OnceButton loading={isBusy} onClick={() => onRotate(Number(seconds))}>
          Rotate secret
        </OnceButton>
      </Group>
    </Dialog>
  );
}
