import { Skeleton } from '@mantine/core';
import { useState } from 'react';
import type { CountedVisitsDto } from '../../api/schema';
import { Choice } from '../../form/choice';
import { Panel } from '../../page/panel';
import { ProblemAlert } from '../../page/problem-alert';
import { counted, grouped } from '../../text/numbers';
import { useVisitStats, type VisitsOf } from './use-visit-stats';
import classes from './visits.module.css';
import { type DimensionName, DIMENSIONS, nameOfValue } from './words';

interface ValuesPanelProps {
  title: string;
  of: VisitsOf;
  from: number;
  /** What it can show, the first at first. */
  dimensions: readonly [DimensionName, ...DimensionName[]];
}

const MOST_ROWS = 6;
const SHARE = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 });

/** What visits have in common, the most frequent first. */
export function ValuesPanel({ title, of, from, dimensions }: ValuesPanelProps) {
  const [by, setBy] = useState<DimensionName>(dimensions[0]);
  const { data, error } = useVisitStats(of, by, from);
  return (
    <Panel
      title={title}
      actions={
        dimensions.length > 1 && (
          <Choice
            label={title}
            value={by}
            onChange={setBy}
            options={dimensions.map((each) => ({ value: each, label: DIMENSIONS[each].label }))}
          />
        )
      }
    >
      {data ? <Values by={by} counts={data} /> : error ? <ProblemAlert error={error} /> : <Skeleton height={120} />}
    </Panel>
  );
}

function Values({ by, counts }: { by: DimensionName; counts: readonly CountedVisitsDto[] }) {
  const [isWhole, setWhole] = useState(false);
  if (counts.length === 0) return <p className={classes.nothing}>Nothing in this time.</p>;
  const all = counts.reduce((sum, { visits }) => sum + visits, 0);
  const shown = isWhole || counts.length <= MOST_ROWS ? counts : counts.slice(0, MOST_ROWS - 1);
  const rest = counts.slice(shown.length);
  return (
    <>
      <ol className={classes.values}>
        {shown.map(({ value, visits, visitors }) => (
          <li key={value} title={`${counted(visits, 'visit')}, ${counted(visitors, 'daily visitor')}`}>
            <span className={classes.bar}>
              <i style={{ width: `${(100 * visits) / Math.max(1, counts[0].visits)}%` }} aria-hidden />
              <bdi data-unknown={value === '' || undefined}>{nameOfValue(by, value)}</bdi>
            </span>
            <b>{grouped(visits)}</b>
            <span className="quiet">{SHARE.format(all === 0 ? 0 : visits / all)}</span>
          </li>
        ))}
      </ol>
      {rest.length > 0 && (
        <button type="button" className={classes.more} onClick={() => setWhole(true)}>
          {grouped(rest.length)} more
        </button>
      )}
    </>
  );
}
