import { Skeleton } from '@mantine/core';
import type { CheckCountsDto } from '../api/schema';
import { Panel } from '../page/panel';
import { ProblemAlert } from '../page/problem-alert';
import { nameOfProduct, useProducts } from '../products/products';
import { useSearchParams } from '../search-params';
import { grouped } from '../text/numbers';
import { Change } from '../chart/change';
import { changeOf, totalOf } from '../chart/totals';
import classes from './overview.module.css';
import { type PeriodName, PERIODS, type Spans } from './period';
import { sumsOf } from './sums';
import { PASSED, REFUSALS } from './verdicts';

interface ProductsPanelProps {
  counts: CheckCountsDto | undefined;
  error: unknown;
  period: PeriodName;
  spans: Spans;
}

const MOST_ROWS = 8;
const SHARE = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
/** From this share of refused checks on, a product stands out. */
const MANY_REFUSED = 0.1;

/** The products by how often they were checked. */
export function ProductsPanel({ counts, error, period, spans }: ProductsPanelProps) {
  const products = useProducts();
  const [, change] = useSearchParams();
  if (error) return <ProblemAlert error={error} />;
  if (counts === undefined) return <Skeleton height={160} />;
  const rows = productsOf(counts.rows, spans);
  if (rows.length < 2) return null;
  return (
    <Panel title="By product" flush>
      <table className={classes.products}>
        <thead>
          <tr>
            <th scope="col">Product</th>
            <th scope="col">Checks</th>
            <th scope="col">Change</th>
            <th scope="col">Refused</th>
            <th scope="col">{PERIODS[period].label}</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MOST_ROWS).map(({ pid, all, refused }) => {
            const count = totalOf(all.now);
            const share = count === 0 ? 0 : totalOf(refused.now) / count;
            return (
              <tr key={pid}>
                <th scope="row">
                  <button type="button" className={classes.product} onClick={() => change({ pid: String(pid) })}>
                    {nameOfProduct(products, pid)}
                  </button>
                </th>
                <td>{grouped(count)}</td>
                <td>
                  {totalOf(all.before) === 0 ? (
                    <span className={classes.change}>new</span>
                  ) : (
                    <Change change={changeOf(all)} than={PERIODS[period].before} good="more" />
                  )}
                </td>
                <td data-many={share >= MANY_REFUSED || undefined}>{SHARE.format(share)}</td>
                <td>
                  <Sparkline values={all.now} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Panel>
  );
}

function productsOf(rows: CheckCountsDto['rows'], spans: Spans) {
  const byPid = new Map<number, CheckCountsDto['rows']>();
  for (const row of rows) {
    if (row.pid === undefined || (row.status !== PASSED && !(row.status in REFUSALS))) continue;
    const ofProduct = byPid.get(row.pid);
    if (ofProduct) ofProduct.push(row);
    else byPid.set(row.pid, [row]);
  }
  return [...byPid]
    .map(([pid, ofProduct]) => ({
      pid,
      all: sumsOf(ofProduct, spans),
      refused: sumsOf(
        ofProduct.filter(({ status }) => status in REFUSALS),
        spans,
      ),
    }))
    .filter(({ all }) => totalOf(all.now) > 0)
    .toSorted((a, b) => totalOf(b.all.now) - totalOf(a.all.now));
}

const WIDTH = 110;
const HEIGHT = 24;

/** How it went, without numbers: those stand beside it. */
function Sparkline({ values }: { values: readonly number[] }) {
  const most = Math.max(1, ...values);
  const points = values.map(
    (value, index) => `${(WIDTH * index) / (values.length - 1)},${HEIGHT - 2 - ((HEIGHT - 4) * value) / most}`,
  );
  return (
    <svg className={classes.spark} width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden>
      <polygon points={`0,${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}`} />
      <polyline points={points.join(' ')} />
    </svg>
  );
}
