import { useSyncExternalStore } from 'react';
import type { ApiProblem } from './problem';

/** The problem for whose end the console waits at the moment, if any. */
let waitedFor: ApiProblem | undefined;
const listeners = new Set<() => void>();

export function setBusy(problem: ApiProblem | undefined): void {
  if (waitedFor === problem) return;
  waitedFor = problem;
  for (const listener of listeners) listener();
}

export function useBusy(): ApiProblem | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => waitedFor,
  );
}
