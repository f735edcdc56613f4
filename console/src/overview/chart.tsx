import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react';
import type uPlot from 'uplot';
import type { ChartSeries } from './chart-series';
import classes from './chart.module.css';
import { fitting, plot } from './plot';

export interface ChartProps {
  /** What is drawn, for those who hear it. */
  label: string;
  series: readonly ChartSeries[];
  before: readonly number[];
  nameOf: (index: number) => string;
  /** The counts at a place, in words. */
  tell: (index: number) => string;
  index: number | undefined;
  onIndex: (index: number | undefined) => void;
}

/** Bars over time. Arrows walk through it, and those who can't see it hear each place. */
export default function Chart({ label, series, before, nameOf, tell, index, onIndex }: ChartProps) {
  const element = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot>(undefined);
  const name = useEffectEvent((place: number) => nameOf(place));
  const point = useEffectEvent((place: number | undefined) => onIndex(place));
  useEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    const drawn = plot(current, { series, before, nameOf: name, onPoint: point });
    chart.current = drawn;
    const stop = fitting(drawn, current);
    return () => {
      stop();
      drawn.destroy();
    };
  }, [series, before]);
  const onKeyDown = (event: KeyboardEvent) => {
    const last = before.length - 1;
    const to = placeAfter(event.key, index ?? last + (event.key === 'ArrowRight' ? 0 : 1), last);
    if (to === undefined || !chart.current) return;
    event.preventDefault();
    chart.current.setCursor({ left: chart.current.valToPos(to, 'x'), top: 0 });
  };
  const at = index ?? before.length - 1;
  return (
    <div
      ref={element}
      className={classes.chart}
      role="slider"
      tabIndex={0}
      aria-label={`${label}; arrows walk through it`}
      aria-valuemin={0}
      aria-valuemax={before.length - 1}
      aria-valuenow={at}
      aria-valuetext={tell(at)}
      onKeyDown={onKeyDown}
      onBlur={() => onIndex(undefined)}
    />
  );
}

function placeAfter(key: string, from: number, last: number): number | undefined {
  const to = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: last }[key];
  return to === undefined ? undefined : Math.min(Math.max(to, 0), last);
}
