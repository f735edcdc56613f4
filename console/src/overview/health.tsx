import { useQuery } from '@tanstack/react-query';
import { useBusy } from '../api/busy';
import { rawAnswer } from '../api/client';
import { toProblem } from '../api/problem';
import { useMe } from '../session/me';
import classes from './overview.module.css';

const EVERY_MS = 15_000;

/** Asks whether the service can do its work; a no is an answer too. */
async function askHealth(signal: AbortSignal): Promise<{ isReady: boolean; milliseconds: number; says?: string }> {
  const start = performance.now();
  try {
    await rawAnswer('/health/ready', { signal });
    return { isReady: true, milliseconds: performance.now() - start };
  } catch (error) {
    if (signal.aborted) throw error;
    return { isReady: false, milliseconds: performance.now() - start, says: toProblem(error).message };
  }
}

/** Whether the service answers. The API that answers 503 is no service that answers, whatever it says of its health. */
export function Health() {
  const { version } = useMe();
  const busy = useBusy();
  const { data } = useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => askHealth(signal),
    refetchInterval: EVERY_MS,
    staleTime: 0,
    meta: { tellsNothingOfApi: true },
  });
  const problem = busy?.message ?? data?.says;
  const state = problem !== undefined ? 'bad' : data === undefined ? 'plain' : 'good';
  return (
    <p className={classes.health} role="status" data-state={state}>
      {problem !== undefined && `The API doesn’t answer: ${problem}`}
      {problem === undefined && data === undefined && 'Asking the service…'}
      {problem === undefined && data !== undefined && (
        <>All services answer, {Math.max(1, Math.round(data.milliseconds))} ms</>
      )}{' '}
      · keylink {version}
    </p>
  );
}
