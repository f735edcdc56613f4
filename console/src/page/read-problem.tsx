import { type Query, useIsFetching, useQueryClient } from '@tanstack/react-query';
import { OnceButton } from '../form/once-button';
import { ApiProblem } from '../api/problem';
import { ProblemAlert } from './problem-alert';

/** The service failed, or can't be reached: another answer may come. */
const mayPass = (error: unknown) => error instanceof ApiProblem && (error.status === 0 || error.status >= 500);

const FAILED = { type: 'active', predicate: ({ state }: Query) => state.status === 'error' } as const;

/** Why a screen couldn't be read, and a button that reads again what failed. */
export function ReadProblem({ error }: { error: unknown }) {
  const cache = useQueryClient();
  const isBusy = useIsFetching(FAILED) > 0;
  return (
    <ProblemAlert error={error}>
      {mayPass(error) && (
        <OnceButton
          size="xs"
          mt="xs"
          variant="default"
          loading={isBusy}
          onClick={() => void cache.refetchQueries(FAILED)}
        >
          Try again
        </OnceButton>
      )}
    </ProblemAlert>
  );
}
