import { Button, Group, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Dialog } from '../page/dialog';
import { ProblemAlert } from '../page/problem-alert';
import { OnceButton } from './once-button';

interface ConfirmProps {
  title: string;
  opened: boolean;
  onClose: () => void;
  onConfirm: () => void;
  /** What the button does: "Delete key". */
  confirm: string;
  isBusy: boolean;
  canConfirm?: boolean;
  error?: unknown;
  /** Red: it can't be undone. */
  isDestructive?: boolean;
  /** What has to be typed before, for what takes much along. */
  typed?: string;
  /** What will happen. */
  children: ReactNode;
}

/** Asks before something is done that can't be undone, or that others will notice. */
export function Confirm(props: ConfirmProps) {
  const {
    title,
    opened,
    onClose,
    onConfirm,
    confirm,
    isBusy,
    canConfirm = true,
    error,
    isDestructive,
    typed,
    children,
  } = props;
  const [text, setText] = useState('');
  const [isTyped, setTyped] = useState(false);
  const isRight = canConfirm && (typed === undefined || text.trim() === typed);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isRight && !isBusy) onConfirm();
  };
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      // A click beside it doesn't throw away what was typed.
      closeOnClickOutside={!isTyped}
      title={title}
    >
      <form onSubmit={onSubmit} onChange={() => setTyped(true)}>
        {children}
        {typed !== undefined && (
          <TextInput
            mt="md"
            label={`Type ${typed} to continue`}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            autoComplete="off"
          />
        )}
        <ProblemAlert error={error} />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <OnceButton type="submit" color={isDestructive ? 'red.9' : undefined} loading={isBusy} disabled={!isRight}>
            {confirm}
          </OnceButton>
        </Group>
      </form>
    </Dialog>
  );
}
