import { useQuery } from '@tanstack/react-query';
import { rawAnswer } from '../api/client';
import { toProblem } from '../api/problem';
import { useMe } from '../session/me';
import { Chip } from '../text/chip';
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

/** Whether the service can do its work, and how soon it says so. */
export function Health() {
  const { version } = useMe();
  const { data } = useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => askHealth(signal),
    refetchInterval: EVERY_MS,
    staleTime: 0,
  });
  return (
    <div className={classes.number}>
      <dt>Service</dt>
      <dd>
        <span role="status" className={classes.health}>
          {data === undefined && <span className="quiet">asking…</span>}
          {data?.isReady === true && <Chip tone="good">Ready</Chip>}
          {data?.isReady === false && <Chip tone="bad">Not ready</Chip>}
          {data?.says !== undefined && <span className={classes.says}>{data.says}</span>}
        </span>
        {data?.isReady === true && (
          <span className={classes.change}>answers in {Math.max(1, Math.round(data.milliseconds))} ms</span>
        )}
        <span className={classes.change}>keylink {version}</span>
      </dd>
    </div>
  );
}
