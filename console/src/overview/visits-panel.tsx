import { useMemo } from 'react';
import type { VisitCountsDto } from '../api/schema';
import { Panel } from '../page/panel';
import { Counted } from './checks-panel';
import { Figure } from '../chart/figure';
import { axisOf, type PeriodName, type Spans } from './period';
import { sumsOf } from './sums';

interface VisitsPanelProps {
  counts: VisitCountsDto | undefined;
  error: unknown;
  period: PeriodName;
  spans: Spans;
}

/** How often links were followed. */
export function VisitsPanel({ counts, error, period, spans }: VisitsPanelProps) {
  const shown = useMemo(() => {
    if (!counts) return undefined;
    const { now, before } = sumsOf(counts.rows, spans);
    return {
      series: [{ name: 'Visits', colour: '--passed' as const, values: now }],
      before,
    };
  }, [counts, spans]);
  return (
    <Panel title="Visits of links">
      <Counted error={error} shown={shown}>
        {(series) => <Figure label="Visits over time" axis={axisOf(period, spans)} {...series} />}
      </Counted>
    </Panel>
  );
}
