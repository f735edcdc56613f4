import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from '../page/dialog';
import { useShownOnce } from './use-shown-once';

interface ShownOnceProps {
  title: string;
  children: ReactNode;
  onClose: () => void;
}

/** Shows what can be shown this one time. It goes by its button alone: no stray click, no Back and no end of a session loses it. */
export function ShownOnce({ title, children, onClose }: ShownOnceProps) {
  const { done, warning } = useShownOnce(onClose);
  return (
    <Dialog
      opened
      onClose={done}
      closeOnClickOutside={false}
      closeOnEscape={false}
      title={title}
      withCloseButton={false}
      size="lg"
    >
      {children}
      {warning}
      <Group justify="flex-end" mt="lg">
        <Button onClick={done} data-autofocus>
          I have stored it
        </Button>
      </Group>
    </Dialog>
  );
}
