import type { ReactNode } from 'react';
import type { CheckCountsDto, VisitCountsDto } from '../api/schema';
import { grouped } from '../text/numbers';
import { Change } from './change';
import classes from './overview.module.css';
import type { Spans } from './period';
import { changeOf, type Sums, sumsOf, totalOf } from './sums';
import { PASSED, REFUSALS } from './verdicts';

interface FiguresProps {
  checks: CheckCountsDto | undefined;
  visits: VisitCountsDto | undefined;
  seesChecks: boolean;
  seesVisits: boolean;
  spans: Spans;
  before: string;
  children: ReactNode;
}

/** The few numbers that one comes for. */
export function Figures({ checks, visits, seesChecks, seesVisits, spans, before, children }: FiguresProps) {
  const all =
    checks &&
    sumsOf(
      checks.rows.filter(({ status }) => status === PASSED || status in REFUSALS),
      spans,
    );
  const refused =
    checks &&
    sumsOf(
      checks.rows.filter(({ status }) => status in REFUSALS),
      spans,
    );
  return (
    <dl className={classes.figures}>
      {seesChecks && (
        <>
          <Number name="Checks" sums={all} before={before} />
          <Number name="Refused" sums={refused} before={before} of={all} />
        </>
      )}
      {seesVisits && <Number name="Visits" sums={visits && sumsOf(visits.rows, spans)} before={before} />}
      {children}
    </dl>
  );
}

const SHARE = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 });

function Number({ name, sums, before, of }: { name: string; sums?: Sums; before: string; of?: Sums }) {
  const count = sums && totalOf(sums.now);
  const whole = of && totalOf(of.now);
  return (
    <div className={classes.number}>
      <dt>{name}</dt>
      <dd>
        <span className={classes.big}>{count === undefined ? '–' : grouped(count)}</span>
        {count !== undefined && whole !== undefined && whole > 0 && (
          <span className={classes.change}>{SHARE.format(count / whole)} of them</span>
        )}
        {sums && <Change change={changeOf(sums)} than={before} />}
      </dd>
    </div>
  );
}
