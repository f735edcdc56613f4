import { Button, VisuallyHidden } from '@mantine/core';
import { ArrowUpIcon, PauseIcon, PlayIcon } from '../theme/icons';
import { useSearchParams } from '../search-params';
import { Chip } from '../text/chip';
import { counted, grouped } from '../text/numbers';
import type { Arrivals } from './arrivals';
import classes from './live.module.css';
import { Rate } from './rate';
import { State } from './state';
import type { StreamState } from './stream';
import { useSummary } from './use-summary';

interface StatusProps {
  /** Undefined while one looks back. */
  state: StreamState | undefined;
  arrivals: Arrivals;
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
      <Button
        size="xs"
        variant="default"
        leftSection={isPaused ? <PlayIcon size={14} aria-hidden /> : <PauseIcon size={14} aria-hidden />}
        onClick={() => onPause(!isPaused)}
      >
        {isPaused ? `Resume${held > 0 ? ` · ${grouped(held)} new` : ''}` : 'Pause'}
      </Button>
      {isReading && !isPaused && held > 0 && (
        <Button size="xs" leftSection={<ArrowUpIcon size={14} aria-hidden />} onClick={onTop}>
          {counted(held, 'new check')}
        </Button>
      )}
      {skipped > 0 && (
        <span className={classes.skipped}>
          {grouped(skipped)} more arrived than could be shown; narrow them with a filter.
        </span>
      )}
      <VisuallyHidden role="status">{summary}</VisuallyHidden>
    </>
  );
}
