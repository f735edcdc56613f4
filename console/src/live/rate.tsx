import { useEffect, useEffectEvent, useState } from 'react';
import { counted, grouped } from '../text/numbers';
import classes from './live.module.css';

interface Counts {
  checks: number;
  refused: number;
}

const SECONDS = 60;
const HEIGHT = 20;
/** Over which a rate is averaged. */
const RECENT = 10;
const NOTHING: readonly Counts[] = Array.from({ length: SECONDS }, () => ({ checks: 0, refused: 0 }));

/** How many checks arrive, and the past minute second by second: passed ones from below, refused ones on top. */
export function Rate({ counts }: { counts: Counts }) {
  const seconds = useSeconds(counts);
  const most = Math.max(1, ...seconds.map(({ checks }) => checks));
  const said = inWords(seconds);
  const heights = seconds.map(({ checks, refused }) => ({
    passed: ((checks - refused) / most) * HEIGHT,
    all: (checks / most) * HEIGHT,
  }));
  return (
    <span className={classes.rate}>
      <svg
        className={classes.spark}
        viewBox={`0 0 ${SECONDS} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Checks: ${said}`}
      >
        <path className={classes.passed} d={bars(heights.map(({ passed }) => [0, passed]))} />
        <path className={classes.refused} d={bars(heights.map(({ passed, all }) => [passed, all]))} />
      </svg>
      {said}
    </span>
  );
}

/** A bar for each second, from one height to another. */
const bars = (spans: readonly (readonly [from: number, to: number])[]) =>
  spans
    .map(([from, to], second) => (to > from ? `M${second} ${HEIGHT - from}V${HEIGHT - to}h.75V${HEIGHT - from}z` : ''))
    .join('');

/** What arrived in each of the past seconds, the newest last. */
function useSeconds(counts: Counts): readonly Counts[] {
  const [{ seconds }, setState] = useState({ seconds: NOTHING, before: counts });
  const tick = useEffectEvent(() =>
    setState(({ seconds: earlier, before }) => {
      const last = { checks: counts.checks - before.checks, refused: counts.refused - before.refused };
      return { seconds: [...earlier.slice(1), last], before: counts };
    }),
  );
  useEffect(() => {
    const timer = setInterval(() => tick(), 1000);
    return () => clearInterval(timer);
  }, []);
  return seconds;
}

/** `12 a second`, or where that would be a fraction `3 checks in a minute`. */
export function inWords(seconds: readonly Counts[]): string {
  const sum = (some: readonly Counts[]) => some.reduce((checks, second) => checks + second.checks, 0);
  const rate = sum(seconds.slice(-RECENT)) / RECENT;
  return rate >= 1 ? `${grouped(Math.round(rate))} a second` : `${counted(sum(seconds), 'check')} in a minute`;
}
