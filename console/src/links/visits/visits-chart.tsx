import { Button, Skeleton } from '@mantine/core';
import { Change } from '../../chart/change';
import type { Axis } from '../../chart/chart-series';
import { Figure } from '../../chart/figure';
import { changeOf, type Sums, totalOf } from '../../chart/totals';
import type { CountedVisitsDto } from '../../api/schema';
import { Dropdown, DropdownItem } from '../../page/dropdown';
import { Panel } from '../../page/panel';
import { ProblemAlert } from '../../page/problem-alert';
import { grouped } from '../../text/numbers';
import { DownloadIcon } from '../../theme/screen-icons';
import { axisOf, type Span, valueOf } from './range';
import { type By, statsFile, useVisitStats, type VisitsOf } from './use-visit-stats';
import classes from './visits.module.css';
import { DIMENSIONS } from './words';

interface VisitsChartProps {
  of: VisitsOf;
  span: Span;
}

/** Visits over time, and the few numbers that one comes for. */
export function VisitsChart({ of, span }: VisitsChartProps) {
  const { data, error } = useVisitStats(of, span.unit, span.starts[0]);
  const shown = data && sumsOf(data, span);
  return (
    <Panel title="Visits" aside={`compared with the ${span.label} before`} actions={<Files of={of} span={span} />}>
      {shown ? (
        <>
          <Figures of={of} span={span} {...shown} />
          <Bars axis={axisOf(span)} {...shown} />
        </>
      ) : error ? (
        <ProblemAlert error={error} />
      ) : (
        <Skeleton height={330} />
      )}
    </Panel>
  );
}

interface Shown {
  visits: Sums;
  visitors: Sums;
  bots: Sums;
}

/** Hours and days as they are shown. Where the clock is set back, both hours of one name are counted as the first. */
function sumsOf(counts: readonly CountedVisitsDto[], { unit, starts }: Span): Shown {
  const places = new Map(starts.map((start, place) => [valueOf(unit, start), place] as const).toReversed());
  const sums = { visits: starts.map(() => 0), visitors: starts.map(() => 0), bots: starts.map(() => 0) };
  for (const { value, visits, visitors, bots = 0 } of counts) {
    const place = places.get(value);
    if (place === undefined) continue;
    sums.visits[place] += visits;
    sums.visitors[place] += visitors;
    sums.bots[place] += bots;
  }
  const half = starts.length / 2;
  const halved = (all: number[]): Sums => ({ now: all.slice(half), before: all.slice(0, half) });
  return { visits: halved(sums.visits), visitors: halved(sums.visitors), bots: halved(sums.bots) };
}

function Bars({ axis, visits, visitors, bots }: Shown & { axis: Axis }) {
  return (
    <div className={classes.chart}>
      <Figure
        label="Visits over time"
        axis={axis}
        series={[
          { name: 'Visits', colour: '--visits', values: visits.now },
          { name: 'Daily visitors', colour: '--passed', values: visitors.now, isPart: true },
          { name: 'Bots and previews', colour: '--bots', values: bots.now, isApart: true },
        ]}
        before={visits.before}
      />
    </div>
  );
}

const SHARE = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 });

function Figures({ of, span, visits, visitors, bots }: VisitsChartProps & Shown) {
  const entries = useVisitStats(of, 'entry', span.from).data;
  const scans = entries && countOf(entries, 'qr');
  const all = entries ? entries.reduce((sum, each) => sum + each.visits, 0) : 0;
  const before = `the ${span.label} before`;
  return (
    <dl className={classes.figures}>
      <div>
        <dt>Visits</dt>
        <dd>
          <b>{grouped(totalOf(visits.now))}</b> <Change change={changeOf(visits)} than={before} good="more" />
        </dd>
      </div>
      <div>
        <dt>Daily visitors</dt>
        <dd>
          <b>{grouped(totalOf(visitors.now))}</b> <Change change={changeOf(visitors)} than={before} good="more" />
        </dd>
      </div>
      <div>
        <dt>By QR code</dt>
        <dd>
          <b>{scans === undefined ? '–' : grouped(scans)}</b>{' '}
          {scans !== undefined && all > 0 && <small>{SHARE.format(scans / all)} of visits</small>}
        </dd>
      </div>
      <div>
        <dt>Bots and previews</dt>
        <dd>
          <b>{grouped(totalOf(bots.now))}</b> <small>counted separately</small>
        </dd>
      </div>
    </dl>
  );
}

const countOf = (counts: readonly CountedVisitsDto[], wanted: string) =>
  counts.find(({ value }) => value === wanted)?.visits ?? 0;

const FILES: readonly (readonly [By, string])[] = [
  ...Object.entries(DIMENSIONS).map(([by, { label }]) => [by as By, label] as const),
  ['visitor', 'People and bots'],
];

/** What is shown, as tables to take away. */
function Files({ of, span: { unit, from } }: VisitsChartProps) {
  return (
    <Dropdown
      label="CSV"
      atEnd
      button={(props) => (
        <Button {...props} size="xs" variant="default" leftSection={<DownloadIcon size={14} aria-hidden />}>
          CSV
        </Button>
      )}
    >
      {[[unit, unit === 'day' ? 'Days' : 'Hours'] as const, ...FILES].map(([by, label]) => (
        <DropdownItem key={by} file={statsFile(of, by, from)}>
          {label}
        </DropdownItem>
      ))}
    </Dropdown>
  );
}
