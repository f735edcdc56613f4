import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { CheckCountsDto } from '../api/schema';
import { Panel } from '../page/panel';
import { grouped } from '../text/numbers';
import { Change } from './change';
import classes from './overview.module.css';
import type { Spans } from './period';
import { changeOf, sumsOf, totalOf } from './sums';
import { REFUSALS } from './verdicts';

interface RefusalsPanelProps {
  counts: CheckCountsDto | undefined;
  spans: Spans;
  /** What a change is one from. */
  before: string;
}

/** Why checks were refused, the most frequent reason first; each leads to its checks. */
export function RefusalsPanel({ counts, spans, before }: RefusalsPanelProps) {
  return (
    <Panel title="Refusals by reason">
      {counts ? <Reasons rows={counts.rows} spans={spans} before={before} /> : <Skeleton height={180} />}
    </Panel>
  );
}

function Reasons({ rows, spans, before }: { rows: CheckCountsDto['rows']; spans: Spans; before: string }) {
  const reasons = Object.entries(REFUSALS)
    .map(([verdict, meaning]) => {
      const sums = sumsOf(
        rows.filter(({ status }) => status === verdict),
        spans,
      );
      return { verdict, meaning, count: totalOf(sums.now), change: changeOf(sums) };
    })
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count);
  if (reasons.length === 0) return <p className={classes.nothing}>No check was refused in this time.</p>;
  const most = reasons[0].count;
  return (
    <ul className={classes.reasons}>
      {reasons.map(({ verdict, meaning, count, change }) => (
        <li key={verdict}>
          <div className={classes.reason}>
            <Link to="/live" search={{ status: verdict }}>
              {verdict}
            </Link>
            <span className={classes.meaning}>{meaning}</span>
            <span className={classes.count}>
              <b>{grouped(count)}</b> <Change change={change} than={before} />
            </span>
          </div>
          <div className={classes.bar} style={{ width: `${Math.max(1, (100 * count) / most)}%` }} />
        </li>
      ))}
    </ul>
  );
}
