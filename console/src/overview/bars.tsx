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
const NAME_WIDTH = 62;
const WIDEST = 42;
const SHORT = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });

interface BarsProps {
  width: number;
  series: readonly ChartSeries[];
  before: readonly number[];
  nameOf: (index: number) => string;
  index: number | undefined;
}

/** The place that lies under a distance from the left edge. */
export function placeAt(left: number, width: number, count: number): number {
  const place = Math.floor(((left - LEFT) / (width - LEFT - RIGHT)) * count);
  return Math.min(Math.max(place, 0), count - 1);
}

/** Bars on top of each other, the last series on the ground, and the period before as a dashed line. */
export function Bars({ width, series, before, nameOf, index }: BarsProps) {
  const sums = before.map((_, place) => series.reduce((sum, { values }) => sum + values[place], 0));
  const marks = marksUpTo(Math.max(4, ...sums, ...before), 4);
  const unit = (GROUND - TOP) / marks.at(-1)!;
  const wide = (width - LEFT - RIGHT) / before.length;
  const middle = (place: number) => LEFT + (place + 0.5) * wide;
  const line = before.map((count, place) => `${middle(place)},${GROUND - count * unit}`).join(' ');
  const each = placesBetween(before.length, width - LEFT - RIGHT, NAME_WIDTH);
  return (
    <svg width={width} height={HEIGHT} aria-hidden>
      <Marks marks={marks} unit={unit} end={width - RIGHT} />
      {before.map((_, place) => (
        <g key={place}>
          {stacked(series, place, unit, middle(place), Math.min(WIDEST, wide * 0.72))}
          {place % each === 0 && (
            <text x={middle(place)} y={HEIGHT - 6} textAnchor="middle">
              {nameOf(place)}
            </text>
          )}
        </g>
      ))}
      {/* With an edge, it is seen on dark bars as well. */}
      <polyline className={classes.edge} points={line} />
      <polyline className={classes.before} points={line} />
      {index !== undefined && (
        <line className={classes.cursor} x1={middle(index)} x2={middle(index)} y1={0} y2={GROUND} />
      )}
    </svg>
  );
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
  return series.toReversed().map(({ name, colour, values }) => {
    const height = values[place] * unit;
    ground -= height;
    return (
      <rect
        key={name}
        x={middle - width / 2}
        y={ground}
        width={width}
        height={height}
        rx={Math.min(2, height / 2)}
        style={{ fill: `var(${colour})` }}
      />
    );
  });
}
