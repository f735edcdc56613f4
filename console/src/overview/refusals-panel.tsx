import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { CheckCountsDto, RefusalReasonDto, RefusalsDto } from '../api/schema';
import { CustomerName } from '../customers/customer-name';
import { Panel } from '../page/panel';
import { nameOfProduct, useProducts } from '../products/products';
import { useCan } from '../session/me';
import { counted, grouped } from '../text/numbers';
import { dayName } from '../text/times';
import { Change } from '../chart/change';
import { changeOf, totalOf } from '../chart/totals';
import classes from './overview.module.css';
import type { Spans } from './period';
import { sumsOf } from './sums';
import { REFUSALS } from './verdicts';

interface RefusalsPanelProps {
  counts: CheckCountsDto | undefined;
  /** Who is behind them; undefined until it is known. */
  refusals: RefusalsDto | undefined;
  spans: Spans;
  pid: number | undefined;
  /** What a change is one from. */
  before: string;
}

/** Why checks were refused, the most frequent reason first, and the customers behind each. */
export function RefusalsPanel(props: RefusalsPanelProps) {
  const live = (
    <Link to="/live" search={{ pass: 'false' }}>
      Live
    </Link>
  );
  return (
    <Panel title="Refusals by reason" actions={live}>
      {props.counts ? <Reasons {...props} rows={props.counts.rows} /> : <Skeleton height={180} />}
    </Panel>
  );
}

interface ReasonsProps extends RefusalsPanelProps {
  rows: CheckCountsDto['rows'];
}

function Reasons({ rows, refusals, spans, pid, before }: ReasonsProps) {
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
  if (reasons.length === 0) return <p className={classes.nothing}>No checks were refused in this time.</p>;
  const most = reasons[0].count;
  const inProduct = pid === undefined ? {} : { pid: String(pid) };
  return (
    <ul className={classes.reasons}>
      {reasons.map(({ verdict, meaning, count, change }) => (
        <li key={verdict}>
          <div className={classes.reason}>
            <Link to="/live" search={{ status: verdict, ...inProduct }}>
              {verdict}
            </Link>
            <span className={classes.meaning}>{meaning}</span>
            <span className={classes.count}>
              <b>{grouped(count)}</b> <Change change={change} than={before} good="less" />
            </span>
          </div>
          <div className={classes.bar} style={{ width: `${Math.max(1, (100 * count) / most)}%` }} />
          <Who reason={refusals?.reasons.find(({ status }) => status === verdict)} refusals={refusals} />
        </li>
      ))}
    </ul>
  );
}

/** `188 customers: Anna Tanaka 212, …`; of a wrong product, most of all which one. */
function Who({ reason, refusals }: { reason: RefusalReasonDto | undefined; refusals: RefusalsDto | undefined }) {
  const products = useProducts();
  const seesKeys = useCan('keys:read');
  if (reason === undefined || refusals === undefined) return null;
  const { customers, most, products: pids } = reason;
  const isCut = refusals.since > refusals.from;
  return (
    <p className={classes.customers}>
      {isCut ? `Since ${dayName(refusals.since)}, ` : ''}
      {counted(customers, 'customer')}
      {': '}
      {most.map(({ uid, count }, index) => (
        <span key={uid}>
          {index > 0 && ', '}
          {seesKeys ? (
            <Link to="/keys" search={{ uid }}>
              <CustomerName uid={uid} />
            </Link>
          ) : (
            <CustomerName uid={uid} />
          )}{' '}
          {grouped(count)}
        </span>
      ))}
      {customers > most.length && '…'}
      {pids.length > 1 && `, most for ${nameOfProduct(products, pids[0].pid)}`}
    </p>
  );
}
