import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { ChartSeries } from './chart-series';

const FONT = '12px system-ui, -apple-system, "Segoe UI", sans-serif';
const WHOLE_STEPS = [1, 2, 5].flatMap((step) => Array.from({ length: 12 }, (_, power) => step * 10 ** power));
const SHORT = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });
const HEIGHT = 220;

export interface PlotOptions {
  series: readonly ChartSeries[];
  before: readonly number[];
  /** The name of a place on the axis of time. */
  nameOf: (index: number) => string;
  onPoint: (index: number | undefined) => void;
}

/** Each series on top of those after it: bars are drawn from the ground, the highest first. */
function stacked(series: readonly ChartSeries[]): number[][] {
  return series.map((_, first) =>
    series[0].values.map((_value, index) => series.slice(first).reduce((sum, { values }) => sum + values[index], 0)),
  );
}

/** Draws bars on top of each other, and the period before as a dashed line; colours are those that the element's styles name. */
export function plot(element: HTMLElement, { series, before, nameOf, onPoint }: PlotOptions): uPlot {
  const colours = getComputedStyle(element);
  const colour = (name: string) => colours.getPropertyValue(name).trim();
  const count = before.length;
  const axis = { stroke: colour('--text-quiet'), font: FONT, ticks: { show: false } };
  const bars = uPlot.paths.bars?.({ size: [0.72, 42], radius: 0.12 });
  const options: uPlot.Options = {
    width: Math.max(200, element.clientWidth),
    height: HEIGHT,
    legend: { show: false },
    padding: [10, 4, 0, 0],
    cursor: { y: false, drag: { x: false, y: false, setScale: false }, points: { show: false } },
    scales: {
      x: { time: false, range: [-0.5, count - 0.5] },
      y: { range: (_plot, _least, most) => [0, Math.max(4, most * 1.08)] },
    },
    axes: [
      {
        ...axis,
        size: 30,
        grid: { show: false },
        incrs: [1, 2, 3, 4, 6, 12],
        space: 58,
        values: (_plot, places) => places.map((place) => (Number.isInteger(place) ? nameOf(place) : '')),
      },
      {
        ...axis,
        size: 52,
        incrs: WHOLE_STEPS,
        grid: { stroke: colour('--line'), width: 1 },
        values: (_plot, values) => values.map((value) => SHORT.format(value)),
      },
    ],
    series: [
      {},
      ...series.map((each): uPlot.Series => ({
        fill: colour(each.colour),
        width: 0,
        paths: bars,
        points: { show: false },
      })),
      // With an edge, it is seen on dark bars as well.
      { stroke: colour('--surface'), width: 5, points: { show: false } },
      { stroke: colour('--before'), width: 2, dash: [5, 3], points: { show: false } },
    ],
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? undefined)] },
  };
  const places = Array.from({ length: count }, (_, index) => index);
  return new uPlot(options, [places, ...stacked(series), [...before], [...before]], element);
}

/** Keeps the width of what it is drawn in. @returns what ends it */
export function fitting(chart: uPlot, element: HTMLElement): () => void {
  const resized = new ResizeObserver(() => {
    if (element.clientWidth > 0) chart.setSize({ width: element.clientWidth, height: HEIGHT });
  });
  resized.observe(element);
  return () => resized.disconnect();
}
