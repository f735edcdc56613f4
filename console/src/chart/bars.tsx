import type { ReactNode } from 'react';
import type { ChartSeries } from './chart-series';
import classes from './chart.module.css';
import { marksUpTo, placesBetween } from './scale';

const HEIGHT = 220;
const LEFT = 46;
const RIGHT = 4;
const TOP = 12;
const BOTTOM = 26;
const GROUND = HEIGHT - BOTTOM;
const NAME_WIDTH = 74;
const WIDEST = 42;
const SHORT = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });

interface BarsProps {
  width: number;
  series: readonly ChartSeries[];
  before: readonly number[];
  /** The name below a place, where it has one. */
  nameOf: (index: number) => string | undefined;
  index: number | undefined;
}

/** The place that lies under a distance from the left edge. */
export function placeAt(left: number, width: number, count: number): number {
  const place = Math.floor(((left - LEFT) / (width - LEFT - RIGHT)) * count);
  return Math.min(Math.max(place, 0), count - 1);
}

/** Bars on top of each other, the last series on the ground; a mark in each says how it was in the period before. */
export function Bars({ width, series, before, nameOf, index }: BarsProps) {
  const stacks = series.filter(({ isPart }) => !isPart);
  const sums = before.map((_, place) => stacks.reduce((sum, { values }) => sum + values[place], 0));
  const marks = marksUpTo(Math.max(4, ...sums, ...before), 4);
  const unit = (GROUND - TOP) / marks.at(-1)!;
  const wide = (width - LEFT - RIGHT) / before.length;
  const middle = (place: number) => LEFT + (place + 0.5) * wide;
  const barWidth = Math.min(WIDEST, wide * 0.76);
  const named = namedPlaces(before.length, width - LEFT - RIGHT, nameOf);
  return (
    <svg width={width} height={HEIGHT} aria-hidden>
      <Marks marks={marks} unit={unit} end={width - RIGHT} />
      {before.map((_, place) => (
        <g key={place}>
          {stacked(series, place, unit, middle(place), barWidth)}
          {named.has(place) && (
            <text x={anchored(middle(place), width)} y={HEIGHT - 6} textAnchor="middle">
              {nameOf(place)}
            </text>
          )}
        </g>
      ))}
      {before.map((count, place) => (
        <path
          key={place}
          className={classes.before}
          d={`M${middle(place) - barWidth / 2} ${GROUND - count * unit}h${barWidth}`}
        />
      ))}
      {index !== undefined && (
        <line className={classes.cursor} x1={middle(index)} x2={middle(index)} y1={0} y2={GROUND} />
      )}
    </svg>
  );
}

/** Names of the edges stay within the picture. */
const anchored = (x: number, width: number) => Math.min(Math.max(x, LEFT), width - NAME_WIDTH / 2);

/** Which places have their names below them, so that no two touch. */
function namedPlaces(count: number, width: number, nameOf: BarsProps['nameOf']): ReadonlySet<number> {
  const least = placesBetween(count, width, NAME_WIDTH);
  const all = Array.from({ length: count }, (_, place) => place).filter((place) => nameOf(place) !== undefined);
  if (all.length === count) return new Set(all.filter((place) => place % least === 0));
  const named: number[] = [];
  for (const place of all) if (named.length === 0 || place - named.at(-1)! >= least) named.push(place);
  return new Set(named);
}

function Marks({ marks, unit, end }: { marks: readonly number[]; unit: number; end: number }) {
  return marks.map((mark) => (
    <g key={mark} className={classes.mark}>
      <line x1={LEFT} x2={end} y1={GROUND - mark * unit} y2={GROUND - mark * unit} />
      <text x={LEFT - 8} y={GROUND - mark * unit + 4} textAnchor="end">
        {SHORT.format(mark)}
      </text>
    </g>
  ));
}

function stacked(
  series: readonly ChartSeries[],
  place: number,
  unit: number,
  middle: number,
  width: number,
): ReactNode[] {
  let ground = GROUND;
  const bars = series.toReversed().map(({ name, colour, values, isPart }) => {
    const height = values[place] * unit;
    const top = ground - height;
    if (!isPart) ground = top;
    return (
      <rect
        key={name}
        x={middle - width / 2}
        y={top}
        width={width}
        height={height}
        rx={Math.min(2, height / 2)}
        style={{ fill: `var(${colour})` }}
      />
    );
  });
  return bars.toReversed();
}
