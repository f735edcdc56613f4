import { NativeSelect, Skeleton } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import type { CheckCountsDto } from '../api/schema';
import { Panel } from '../page/panel';
import { ProblemAlert } from '../page/problem-alert';
import type { ChartSeries } from '../chart/chart-series';
import { Figure } from '../chart/figure';
import { axisOf, type PeriodName, type Spans } from './period';
import { sumsOf } from './sums';
import { PASSED, REFUSALS, RELEASED } from './verdicts';

interface ChecksPanelProps {
  counts: CheckCountsDto | undefined;
  error: unknown;
  period: PeriodName;
  spans: Spans;
}

/** How many checks passed and how many were refused, or how many had one verdict. */
export function ChecksPanel({ counts, error, period, spans }: ChecksPanelProps) {
  const [verdict, setVerdict] = useState('');
  const shown = useMemo(() => counts && seriesOf(counts.rows, spans, verdict), [counts, spans, verdict]);
  return (
    <Panel
      title="Checks"
      actions={
        <NativeSelect
          size="xs"
          aria-label="Verdict"
          value={verdict}
          onChange={(event) => setVerdict(event.currentTarget.value)}
          data={[{ value: '', label: 'Passed and refused' }, PASSED, ...Object.keys(REFUSALS), RELEASED]}
        />
      }
    >
      <Counted error={error} shown={shown}>
        {(series) => <Figure label="Checks over time" axis={axisOf(period, spans)} {...series} />}
      </Counted>
    </Panel>
  );
}

interface Shown {
  series: ChartSeries[];
  before: readonly number[];
}

interface CountedProps {
  error: unknown;
  shown: Shown | undefined;
  children: (shown: Shown) => ReactNode;
}

/** What was counted, or why not. */
export function Counted({ error, shown, children }: CountedProps) {
  if (shown) return children(shown);
  return error ? <ProblemAlert error={error} /> : <Skeleton height={250} />;
}

function seriesOf(rows: CheckCountsDto['rows'], spans: Spans, verdict: string): Shown {
  const of = (isWanted: (status: string) => boolean) =>
    sumsOf(
      rows.filter(({ status }) => isWanted(status)),
      spans,
    );
  if (verdict !== '') {
    const { now, before } = of((status) => status === verdict);
    return { series: [{ name: verdict, colour: colourOf(verdict), values: now }], before };
  }
  const passed = of((status) => status === PASSED);
  const refused = of((status) => status in REFUSALS);
  return {
    series: [
      { name: 'Refused', colour: '--refused', values: refused.now },
      { name: 'Passed', colour: '--passed', values: passed.now },
    ],
    before: passed.before.map((count, index) => count + refused.before[index]),
  };
}

function colourOf(verdict: string): ChartSeries['colour'] {
  if (verdict === PASSED) return '--passed';
  return verdict === RELEASED ? '--released' : '--refused';
}
