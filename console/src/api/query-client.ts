import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { setBusy } from './busy';
import { ApiProblem } from './problem';

const MOST_TRIES = 6;
const LONGEST_WAIT_MS = 15_000;

/** When the service asked to come back later, that is when; otherwise a little later each time. */
function waitBefore(attempt: number, error: unknown): number {
  const asked = error instanceof ApiProblem ? error.retryAfter : undefined;
  return Math.min(asked === undefined ? 1000 * 2 ** attempt : asked * 1000, LONGEST_WAIT_MS);
}

/** Asks again only where that may help, and says meanwhile that it does. */
function tryAgain(failures: number, error: unknown): boolean {
  const passes = error instanceof ApiProblem && error.passes && failures < MOST_TRIES;
  if (passes) setBusy(error);
  return passes;
}

/** The cache of what the API answered. `onSignedOut` is called when it no longer knows who asks. */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const watch = {
    onError: (error: unknown) => {
      if (error instanceof ApiProblem && error.status === 401) onSignedOut();
    },
  };
  return new QueryClient({
    queryCache: new QueryCache({
      // A service that says it is healthy may still refuse everything else.
      onSuccess: (_, { meta }) => meta?.['tellsNothingOfApi'] !== true && setBusy(undefined),
      onError: (error) => {
        setBusy(error instanceof ApiProblem && error.passes ? error : undefined);
        watch.onError(error);
      },
    }),
    mutationCache: new MutationCache({
      onSuccess: () => setBusy(undefined),
      onError: (error) => watch.onError(error),
    }),
    defaultOptions: {
      queries: {
        retry: tryAgain,
        retryDelay: waitBefore,
        staleTime: 10_000,
        refetchOnWindowFocus: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
