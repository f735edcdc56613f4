import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useGuard } from './use-guard';

interface ShownOnce {
  /** Once it is stored elsewhere. */
  done: () => void;
  /** Stands beside it when somebody is about to leave. */
  warning: ReactNode;
}

/** Keeps on the screen what can be seen this once: neither Back nor the end of a session takes it away unasked. */
export function useShownOnce(onDone: () => void): ShownOnce {
  const guard = useGuard(true, { mayGo: (next, current) => next.pathname === current.pathname });
  const done = () => {
    guard.release();
    onDone();
    guard.leave();
  };
  const warning = guard.isAsked && (
    <div role="alert">
      <p>
        <strong>Store it before you leave:</strong> it can’t be shown again.
      </p>
      <Group gap="xs">
        <Button size="xs" onClick={guard.stay}>
          Stay
        </Button>
        <Button size="xs" variant="default" onClick={done}>
          Leave
        </Button>
      </Group>
    </div>
  );
  return { done, warning };
}
