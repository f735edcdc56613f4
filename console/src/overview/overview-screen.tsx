import { NativeSelect } from '@mantine/core';
import { useMemo } from 'react';
import { Choice } from '../form/choice';
import { Page } from '../page/page';
import { nameOfProduct, useProducts } from '../products/products';
import { firstOf, useSearchParams } from '../search-params';
import { useCan } from '../session/me';
import { AttentionPanel } from './attention-panel';
import { ChecksPanel } from './checks-panel';
import { ExpiringPanel } from './expiring-panel';
import { Figures } from './figures';
import { FirstSteps } from './first-steps';
import { Health } from './health';
import { NEWEST_REFUSALS, NewestPanel } from './newest-panel';
import classes from './overview.module.css';
import { inWords, type Period, PERIODS, type PeriodName, type Spans, spansOf } from './period';
import { ProductsPanel } from './products-panel';
import { RefusalsPanel } from './refusals-panel';
import { useCheckCounts, useVisitCounts } from './use-counts';
import { useHour } from './use-hour';
import { useRefusals } from './use-refusals';
import { VisitsPanel } from './visits-panel';

const isPeriod = (text: string | undefined): text is PeriodName => text !== undefined && Object.hasOwn(PERIODS, text);
const pidOf = (text: string | undefined) => (text !== undefined && /^\d{1,10}$/.test(text) ? Number(text) : undefined);

/** What needs somebody, and how it goes: checks and visits over time, what is refused, why and to whom. */
export default function OverviewScreen() {
  const [search, change] = useSearchParams();
  const wanted = firstOf(search['by']);
  const name = isPeriod(wanted) ? wanted : 'day';
  const pid = pidOf(firstOf(search['pid']));
  const hour = useHour();
  const spans = useMemo(() => spansOf(name, hour), [name, hour]);
  const sees = { seesChecks: useCan('logs:read'), seesVisits: useCan('links:read'), seesKeys: useCan('keys:read') };
  const { seesChecks, seesVisits } = sees;
  const checks = useCheckCounts(name, spans, { pid, enabled: seesChecks });
  const visits = useVisitCounts(name, spans, seesVisits);
  return (
    <Page
      title="Overview"
      lead={inWords(name, spans)}
      requests={requestsOf(spans, PERIODS[name], pid, sees)}
      actions={
        <>
          <ProductChoice pid={pid} onChange={(chosen) => change({ pid: chosen })} />
          <PeriodChoice period={name} onChange={(by) => change({ by })} />
        </>
      }
    >
      <div className={classes.overview}>
        <FirstSteps />
        <AttentionPanel />
        <Figures
          checks={checks.data}
          visits={visits.data}
          seesChecks={seesChecks}
          seesVisits={seesVisits}
          spans={spans}
          before={PERIODS[name].before}
        />
        <Panels period={name} spans={spans} pid={pid} checks={checks} visits={visits} sees={sees} />
        <p className={classes.note}>Days and months are in UTC; hours are in your time zone.</p>
        <Health />
      </div>
    </Page>
  );
}

/** For one product or all of them; without names there is nothing to choose by. */
function ProductChoice({ pid, onChange }: { pid: number | undefined; onChange: (pid: string | undefined) => void }) {
  const products = useProducts();
  if (products.size < 2 && pid === undefined) return null;
  const pids = new Set([...products.keys(), ...(pid === undefined ? [] : [pid])]);
  return (
    <NativeSelect
      aria-label="Product"
      className={classes.chosen}
      value={pid ?? ''}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
      data={[
        { value: '', label: 'All products' },
        ...[...pids].map((each) => ({ value: String(each), label: nameOfProduct(products, each) })),
      ]}
    />
  );
}

const CHOICES = Object.entries(PERIODS).map(([value, { label }]) => ({ value: value as PeriodName, label }));

function PeriodChoice({ period, onChange }: { period: PeriodName; onChange: (period: PeriodName) => void }) {
  return <Choice label="Time" value={period} onChange={onChange} options={CHOICES} />;
}

interface Sees {
  seesChecks: boolean;
  seesVisits: boolean;
  seesKeys: boolean;
}

function requestsOf(spans: Spans, { by }: Period, pid: number | undefined, { seesChecks, seesVisits, seesKeys }: Sees) {
  const { starts, end } = spans;
  const query = { from: starts[0], to: end, by };
  const ofChecks = [
    { label: 'Checks over time', path: '/api/stats/checks', query: { ...query, pid } },
    { label: 'Who is refused', path: '/api/stats/refusals', query: { from: starts[starts.length / 2], pid } },
    { label: 'Newest refusals', path: '/api/logs', query: NEWEST_REFUSALS },
  ];
  return [
    ...(seesChecks ? ofChecks : []),
    ...(seesVisits ? [{ label: 'Visits over time', path: '/api/stats/visits', query }] : []),
    ...(seesKeys ? [{ label: 'Expiring keys', path: '/api/stats/keys' }] : []),
    { label: 'Health', path: '/health/ready' },
  ];
}

interface PanelsProps {
  period: PeriodName;
  spans: Spans;
  pid: number | undefined;
  checks: ReturnType<typeof useCheckCounts>;
  visits: ReturnType<typeof useVisitCounts>;
  sees: Sees;
}

/** What goes on over time, beside who is refused. */
function Panels({ period, spans, pid, checks, visits, sees: { seesChecks, seesVisits, seesKeys } }: PanelsProps) {
  const refusals = useRefusals({ from: spans.starts[spans.starts.length / 2], pid });
  // By product, two years of days would be more than an answer holds.
  const hasProducts = seesChecks && pid === undefined && period !== 'month';
  const byProduct = useCheckCounts(period, spans, { products: true, enabled: hasProducts });
  return (
    <div className={classes.columns}>
      <div className={classes.column}>
        {seesChecks && <ChecksPanel counts={checks.data} error={checks.error} period={period} spans={spans} />}
        {hasProducts && <ProductsPanel counts={byProduct.data} error={byProduct.error} period={period} spans={spans} />}
        {seesVisits && <VisitsPanel counts={visits.data} error={visits.error} period={period} spans={spans} />}
      </div>
      <div className={classes.column}>
        {seesChecks && (checks.data || !checks.error) && (
          <RefusalsPanel
            counts={checks.data}
            refusals={refusals.data}
            spans={spans}
            pid={pid}
            before={PERIODS[period].before}
          />
        )}
        {seesKeys && <ExpiringPanel />}
        {seesChecks && <NewestPanel />}
      </div>
    </div>
  );
}
