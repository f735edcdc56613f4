import { Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { ProblemAlert } from './problem-alert';
import { beginAnew, ScreenMissing } from './screen-code';

/** In place of a screen that failed. */
export function Failure({ error, reset }: { error: unknown; reset?: () => void }) {
  const router = useRouter();
  const cache = useQueryClient();
  const again = async () => {
    if (error instanceof ScreenMissing) return beginAnew();
    await cache.resetQueries({ predicate: ({ state }) => state.status === 'error' });
    reset?.();
    await router.invalidate();
  };
  return (
    <div style={{ padding: 24, maxWidth: 720 }}>
      <ProblemAlert error={error}>
        <Group mt="sm">
          <Button variant="default" onClick={() => void again()}>
            Try again
          </Button>
        </Group>
      </ProblemAlert>
    </div>
  );
}
