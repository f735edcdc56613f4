import type { ReactNode } from 'react';
import type { ChartSeries } from './chart-series';
import classes from './chart.module.css';
import { marksUpTo, placesBetween } from './scale';

const HEIGHT = 220;
const LEFT = 46;
const RIGHT = 4;
const TOP = 12;
const BOTTOM = 26;
const BOTTOM_LINE = HEIGHT - BOTTOM;
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

/**
 * Bars on top of each other, the last series on the ground; a mark in each says how it was in the period before. What is counted
 * apart hangs from the ground.
 */
export function Bars({ width, series, before, nameOf, index }: BarsProps) {
  const deepest = Math.max(0, ...series.flatMap(({ isApart, values }) => (isApart ? values : [])));
  const sums = before.map((_, place) =>
    series.reduce((sum, { values, isPart, isApart }) => (isPart || isApart ? sum : sum + values[place]), 0),
  );
  const marks = marksUpTo(Math.max(4, ...sums, ...before), 4);
  const unit = (BOTTOM_LINE - TOP) / (marks.at(-1)! + deepest);
  const ground = BOTTOM_LINE - deepest * unit;
  const wide = (width - LEFT - RIGHT) / before.length;
  const middle = (place: number) => LEFT + (place + 0.5) * wide;
  const barWidth = Math.min(WIDEST, wide * 0.76);
  const named = namedPlaces(before.length, width - LEFT - RIGHT, nameOf);
  return (
    <svg width={width} height={HEIGHT} aria-hidden>
      <Marks marks={marks} unit={unit} ground={ground} end={width - RIGHT} />
      {before.map((count, place) => (
        <g key={place}>
          {barsAt(series, place, unit, ground, middle(place) - barWidth / 2, barWidth)}
          {named.has(place) && (
            <text x={anchored(middle(place), width)} y={HEIGHT - 6} textAnchor="middle">
              {nameOf(place)}
            </text>
          )}
          <path
            className={classes.before}
            d={`M${middle(place) - barWidth / 2} ${ground - count * unit}h${barWidth}`}
          />
        </g>
      ))}
      {index !== undefined && (
        <line className={classes.cursor} x1={middle(index)} x2={middle(index)} y1={0} y2={BOTTOM_LINE} />
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

interface MarksProps {
  marks: readonly number[];
  unit: number;
  ground: number;
  end: number;
}

function Marks({ marks, unit, ground, end }: MarksProps) {
  return marks.map((mark) => (
    <g key={mark} className={classes.mark}>
      <line x1={LEFT} x2={end} y1={ground - mark * unit} y2={ground - mark * unit} />
      <text x={LEFT - 8} y={ground - mark * unit + 4} textAnchor="end">
        {SHORT.format(mark)}
      </text>
    </g>
  ));
}

function barsAt(
  series: readonly ChartSeries[],
  place: number,
  unit: number,
  ground: number,
  left: number,
  width: number,
): ReactNode[] {
  let floor = ground;
  const bars = series.toReversed().map(({ name, colour, values, isPart, isApart }) => {
    const height = values[place] * unit;
    const top = isApart ? ground + 1 : floor - height;
    if (!(isPart || isApart)) floor = top;
    return <rect key={name} x={left} y={top} width={width} height={height} rx={2} fill={`var(${colour})`} />;
  });
  return bars.toReversed();
}
