import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { Bars, placeAt } from './bars';
import type { ChartSeries } from './chart-series';
import classes from './chart.module.css';

interface ChartProps {
  /** What is drawn, for those who hear it. */
  label: string;
  series: readonly ChartSeries[];
  before: readonly number[];
  nameOf: (index: number) => string | undefined;
  /** The counts at a place, in words. */
  tell: (index: number) => string;
  index: number | undefined;
  onIndex: (index: number | undefined) => void;
}

/** Bars over time. Arrows walk through it, and those who can't see it hear each place. */
export function Chart({ label, series, before, nameOf, tell, index, onIndex }: ChartProps) {
  const [element, width] = useWidth();
  const last = before.length - 1;
  const at = index ?? last;
  const onKeyDown = (event: KeyboardEvent) => {
    const to = placeAfter(event.key, index ?? last + (event.key === 'ArrowRight' ? 0 : 1), last);
    if (to === undefined) return;
    event.preventDefault();
    onIndex(to);
  };
  const onMouseMove = ({ clientX, currentTarget }: MouseEvent) =>
    onIndex(placeAt(clientX - currentTarget.getBoundingClientRect().left, width, before.length));
  return (
    <div
      ref={element}
      className={classes.chart}
      role="slider"
      tabIndex={0}
      aria-label={`${label}; use the arrow keys to move through it`}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={at}
      aria-valuetext={tell(at)}
      onKeyDown={onKeyDown}
      onMouseMove={onMouseMove}
      onMouseLeave={() => onIndex(undefined)}
      onBlur={() => onIndex(undefined)}
    >
      {width > 0 && <Bars width={width} series={series} before={before} nameOf={nameOf} index={index} />}
    </div>
  );
}

/** The width of an element, as it changes. */
function useWidth() {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    const resized = new ResizeObserver(() => setWidth(current.clientWidth));
    resized.observe(current);
    return () => resized.disconnect();
  }, []);
  return [element, width] as const;
}

function placeAfter(key: string, from: number, last: number): number | undefined {
  const to = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: last }[key];
  return to === undefined ? undefined : Math.min(Math.max(to, 0), last);
}
