import { Button } from '@mantine/core';
import { ArrowUpIcon, PauseIcon, PlayIcon } from '../theme/screen-icons';
import { counted, grouped } from '../text/numbers';

interface HoldProps {
  /** How many wait. */
  held: number;
  /** What arrives: "new check". */
  of: string;
  isPaused: boolean;
  isReading: boolean;
  onPause: (isPaused: boolean) => void;
  onTop: () => void;
}

/** Pauses the list and resumes it. Somebody who reads further down is led to what has arrived since. */
export function Hold({ held, of, isPaused, isReading, onPause, onTop }: HoldProps) {
  return (
    <>
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
          {counted(held, of)}
        </Button>
      )}
    </>
  );
}
