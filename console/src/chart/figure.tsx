import { useState } from 'react';
import { grouped } from '../text/numbers';
import { Chart } from './chart';
import type { Axis, ChartSeries } from './chart-series';
import classes from './chart.module.css';
import { totalOf } from './totals';

interface FigureProps {
  label: string;
  axis: Axis;
  series: readonly ChartSeries[];
  before: readonly number[];
}

/** A chart, what its colours mean with the counts of the place that is pointed at, and the same as a table. */
export function Figure({ label, axis, series, before }: FigureProps) {
  const [index, setIndex] = useState<number>();
  const at = index === undefined || index >= before.length ? undefined : index;
  const countOf = (values: readonly number[]) => grouped(at === undefined ? totalOf(values) : values[at]);
  const { starts, mark, longName } = axis;
  const tell = (place: number) =>
    [
      longName(starts[place]),
      ...series.map(({ name, values }) => `${name} ${grouped(values[place])}`),
      `${mark} ${grouped(before[place])}`,
    ].join(', ');
  return (
    <div className={classes.figure}>
      <ul className={classes.legend} aria-label="Legend">
        <li className={classes.when}>{at === undefined ? axis.label : longName(starts[at])}</li>
        {series.map(({ name, colour, values }) => (
          <li key={name}>
            <span className={classes.swatch} style={{ background: `var(${colour})` }} />
            {name} <b>{countOf(values)}</b>
          </li>
        ))}
        <li>
          <span className={classes.dashes} />
          {mark} <b>{countOf(before)}</b>
        </li>
      </ul>
      <Chart
        label={label}
        series={series}
        before={before}
        nameOf={(place) => axis.shortName(starts[place], place)}
        tell={tell}
        index={at}
        onIndex={setIndex}
      />
      <CountsTable label={label} axis={axis} series={series} before={before} />
    </div>
  );
}

function CountsTable({ label, axis: { starts, longName }, series, before }: FigureProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={classes.table} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>As a table</summary>
      {isOpen && (
        <div className={classes.rows} tabIndex={0} role="region" aria-label={`${label}, as a table`}>
          <table>
            <thead>
              <tr>
                <th scope="col">From</th>
                {series.map(({ name }) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
                <th scope="col">Before</th>
              </tr>
            </thead>
            <tbody>
              {starts
                .map((start, place) => (
                  <tr key={start}>
                    <th scope="row">{longName(start)}</th>
                    {series.map(({ name, values }) => (
                      <td key={name}>{grouped(values[place])}</td>
                    ))}
                    <td>{grouped(before[place])}</td>
                  </tr>
                ))
                .toReversed()}
            </tbody>
          </table>
        </div>
      )}
    </details>
  );
}
