import { Button, VisuallyHidden } from '@mantine/core';
import { useSearchParams } from '../search-params';
import { Chip } from '../text/chip';
import { grouped } from '../text/numbers';
import type { LoggedCheckDto } from '../api/schema';
import type { Arrivals } from './arrivals';
import { Hold } from './hold';
import classes from './live.module.css';
import { Rate } from './rate';
import { State } from './state';
import type { StreamState } from './stream';
import { useSummary } from './use-summary';

interface StatusProps {
  /** Undefined while one looks back. */
  state: StreamState | undefined;
  arrivals: Arrivals<LoggedCheckDto>;
  counts: { checks: number; refused: number };
  isPaused: boolean;
  isReading: boolean;
  onPause: (isPaused: boolean) => void;
  onTop: () => void;
}

/** Whether checks arrive, how many wait, and how many weren't shown. */
export function Status({ state, arrivals, counts, isPaused, isReading, onPause, onTop }: StatusProps) {
  const [, change] = useSearchParams();
  const summary = useSummary(counts);
  const { held, skipped } = arrivals;
  if (state === undefined) {
    return (
      <>
        <Chip>Looking back</Chip>
        <Button size="xs" variant="default" onClick={() => change({ to: undefined })}>
          Back to now
        </Button>
      </>
    );
  }
  return (
    <>
      <State state={isPaused && state === 'live' ? 'paused' : state} />
      <Rate counts={counts} />
      <Hold {...{ held, isPaused, isReading, onPause, onTop }} of="new check" />
      {skipped > 0 && (
        <span className={classes.skipped}>
          {grouped(skipped)} more arrived than could be shown; narrow them with a filter.
        </span>
      )}
      <VisuallyHidden role="status">{summary}</VisuallyHidden>
    </>
  );
}
