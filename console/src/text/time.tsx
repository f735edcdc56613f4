import { hideExact, showExact } from './exact-time';
import classes from './time.module.css';
import { briefTime, clockTime, dayName, exactTime, fromNow, localTime, utcTime } from './times';
import { useNow } from './use-now';

interface TimeProps {
  /** Milliseconds since the epoch; 0 and undefined stand for never. */
  at: number | undefined | null;
  never?: string;
  /**
   * `local`: `today, 14:03`; `seconds`: `today, 14:03:11`; `relative`: `41 days ago`; `day`: `21 Nov`; `brief`: `14:03`, or `21 Nov`; `clock`: `14:03:11`, where the day
   * is said beside it.
   */
  as?: 'relative' | 'local' | 'seconds' | 'day' | 'brief' | 'clock';
  /** Where a line or a cell begins with it: `Today, 14:03`. */
  capital?: boolean;
  /** In a table, that of the cell: only one row at a time takes part in tabbing. Left out, tabbing stops where the words say less than the minute. */
  tabIndex?: number;
}

const SAYS_LESS: ReadonlySet<TimeProps['as']> = new Set(['relative', 'day', 'brief']);

/** A time as people say it; pointing at it, or the focus, shows the exact one with its zone. */
export function Time({ at, never = 'never', as = 'local', capital, tabIndex = SAYS_LESS.has(as) ? 0 : -1 }: TimeProps) {
  const now = useNow();
  if (at === undefined || at === null || at === 0) return <span className="quiet">{never}</span>;
  if (Math.abs(at) > 8.64e15) return <span>{at}</span>;
  return (
    <time
      dateTime={utcTime(at)}
      className={classes.time}
      data-capital={capital}
      tabIndex={tabIndex}
      onMouseEnter={({ currentTarget }) => showExact(currentTarget, exactTime(at))}
      onMouseLeave={hideExact}
      onFocus={({ currentTarget }) => showExact(currentTarget, exactTime(at))}
      onBlur={hideExact}
    >
      {inWords(at, as, now)}
    </time>
  );
}

function inWords(at: number, as: NonNullable<TimeProps['as']>, now: number): string {
  if (as === 'relative') return fromNow(at, now);
  if (as === 'day') return dayName(at, now);
  if (as === 'brief') return briefTime(at, now);
  return as === 'clock' ? clockTime(at, true) : localTime(at, as === 'seconds', now);
}
