import { fromNow, localTime, utcTime } from './times';

interface TimeProps {
  /** Milliseconds since the epoch; 0 and undefined stand for never. */
  at: number | undefined | null;
  never?: string;
  /** `relative`: how long ago; otherwise the local date and time. */
  as?: 'relative' | 'local' | 'seconds';
}

/** A time as the reader's clock has it, with the exact UTC as its title. */
export function Time({ at, never = 'never', as = 'local' }: TimeProps) {
  if (at === undefined || at === null || at === 0) return <span className="quiet">{never}</span>;
  if (Math.abs(at) > 8.64e15) return <span>{at}</span>;
  return (
    <time dateTime={utcTime(at)} title={`${localTime(at, true)} · ${utcTime(at)} UTC`}>
      {as === 'relative' ? fromNow(at) : localTime(at, as === 'seconds')}
    </time>
  );
}
