import type { CheckCountsDto, VisitCountsDto } from '../api/schema';
import { grouped } from '../text/numbers';
import { Change } from '../chart/change';
import { changeOf, type Sums, totalOf } from '../chart/totals';
import classes from './overview.module.css';
import type { Spans } from './period';
import { sumsOf } from './sums';
import { PASSED, REFUSALS } from './verdicts';

interface FiguresProps {
  checks: CheckCountsDto | undefined;
  visits: VisitCountsDto | undefined;
  seesChecks: boolean;
  seesVisits: boolean;
  spans: Spans;
  before: string;
}

/** The few numbers that one comes for. */
export function Figures({ checks, visits, seesChecks, seesVisits, spans, before }: FiguresProps) {
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
          <Number name="Checks" sums={all} before={before} good="more" />
          <Number name="Refused" sums={refused} before={before} of={all} good="less" />
        </>
      )}
      {seesVisits && (
        <Number
          name="Visits of links"
          note="with bots and previews"
          sums={visits && sumsOf(visits.rows, spans)}
          before={before}
          good="more"
        />
      )}
    </dl>
  );
}

const SHARE = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

interface NumberProps {
  name: string;
  /** What is counted, where another screen that counts the same may say another number. */
  note?: string;
  sums?: Sums;
  before: string;
  /** What it is a part of. */
  of?: Sums;
  good: 'more' | 'less';
}

function Number({ name, note, sums, before, of, good }: NumberProps) {
  const count = sums && totalOf(sums.now);
  const whole = of && totalOf(of.now);
  return (
    <div className={classes.number}>
      <dt>{name}</dt>
      <dd>
        <span className={classes.big}>{count === undefined ? '–' : grouped(count)}</span>
        {sums && <Change change={changeOf(sums)} than={before} good={good} />}
        {note !== undefined && <span className={classes.change}>{note}</span>}
        {count !== undefined && whole !== undefined && whole > 0 && (
          <span className={classes.change}>{SHARE.format(count / whole)} of checks</span>
        )}
      </dd>
    </div>
  );
}
