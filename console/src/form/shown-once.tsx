import { Button, Group, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { FocusBack } from '../page/focus-back';
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
    <Modal
      opened
      onClose={done}
      closeOnClickOutside={false}
      closeOnEscape={false}
      title={title}
      withCloseButton={false}
      size="lg"
    >
      <FocusBack />
      {children}
      {warning}
      <Group justify="flex-end" mt="lg">
        <Button onClick={done} data-autofocus>
          I have stored it
        </Button>
      </Group>
    </Modal>
  );
}
