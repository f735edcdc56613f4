import { SegmentedControl } from '@mantine/core';
import { useMemo } from 'react';
import { Page } from '../page/page';
import { firstOf, useSearchParams } from '../search-params';
import { useCan } from '../session/me';
import { ChecksPanel } from './checks-panel';
import { ExpiringPanel } from './expiring-panel';
import { Figures } from './figures';
import { FirstSteps } from './first-steps';
import { Health } from './health';
import { NEWEST_REFUSALS, NewestPanel } from './newest-panel';
import classes from './overview.module.css';
import { type Period, PERIODS, type PeriodName, type Spans, spansOf } from './period';
import { RefusalsPanel } from './refusals-panel';
import { useCheckCounts, useVisitCounts } from './use-counts';
import { useHour } from './use-hour';
import { VisitsPanel } from './visits-panel';

const isPeriod = (text: string | undefined): text is PeriodName => text !== undefined && Object.hasOwn(PERIODS, text);

/** How it goes: checks and visits over time, what is refused and why, what ends soon. */
export default function OverviewScreen() {
  const [search, change] = useSearchParams();
  const wanted = firstOf(search['by']);
  const name = isPeriod(wanted) ? wanted : 'day';
  const period = PERIODS[name];
  const hour = useHour();
  const spans = useMemo(() => spansOf(name, hour), [name, hour]);
  const sees = { seesChecks: useCan('logs:read'), seesVisits: useCan('links:read'), seesKeys: useCan('keys:read') };
  const { seesChecks, seesVisits } = sees;
  const checks = useCheckCounts(name, spans, seesChecks);
  const visits = useVisitCounts(name, spans, seesVisits);
  return (
    <Page
      title="Overview"
      requests={requestsOf(spans, period, sees)}
      actions={<PeriodChoice period={name} onChange={(by) => change({ by })} />}
    >
      <div className={classes.overview}>
        {seesChecks && <FirstSteps />}
        <Figures
          checks={checks.data}
          visits={visits.data}
          seesChecks={seesChecks}
          seesVisits={seesVisits}
          spans={spans}
          before={period.before}
        >
          <Health />
        </Figures>
        <Panels period={name} spans={spans} checks={checks} visits={visits} sees={sees} />
        <p className={classes.note}>Days and months are those of UTC; hours are shown by your clock.</p>
      </div>
    </Page>
  );
}

function PeriodChoice({ period, onChange }: { period: PeriodName; onChange: (period: string) => void }) {
  return (
    <SegmentedControl
      aria-label="Time"
      value={period}
      onChange={onChange}
      data={Object.entries(PERIODS).map(([value, { label }]) => ({ value, label }))}
    />
  );
}

interface Sees {
  seesChecks: boolean;
  seesVisits: boolean;
  seesKeys: boolean;
}

function requestsOf({ starts, end }: Spans, { by }: Period, { seesChecks, seesVisits, seesKeys }: Sees) {
  const query = { from: starts[0], to: end, by };
  return [
    ...(seesChecks ? [{ label: 'Checks over time', path: '/api/stats/checks', query }] : []),
    ...(seesVisits ? [{ label: 'Visits over time', path: '/api/stats/visits', query }] : []),
    ...(seesKeys ? [{ label: 'Keys that expire', path: '/api/stats/keys' }] : []),
    ...(seesChecks ? [{ label: 'Newest refusals', path: '/api/logs', query: NEWEST_REFUSALS }] : []),
    { label: 'Health', path: '/health/ready' },
  ];
}

interface PanelsProps {
  period: PeriodName;
  spans: Spans;
  checks: ReturnType<typeof useCheckCounts>;
  visits: ReturnType<typeof useVisitCounts>;
  sees: Sees;
}

/** What goes on over time, beside what may need somebody. */
function Panels({ period, spans, checks, visits, sees: { seesChecks, seesVisits, seesKeys } }: PanelsProps) {
  return (
    <div className={classes.columns}>
      <div className={classes.column}>
        {seesChecks && <ChecksPanel counts={checks.data} error={checks.error} period={period} spans={spans} />}
        {seesVisits && <VisitsPanel counts={visits.data} error={visits.error} period={period} spans={spans} />}
      </div>
      <div className={classes.column}>
        {seesChecks && <RefusalsPanel counts={checks.data} spans={spans} before={PERIODS[period].before} />}
        {seesKeys && <ExpiringPanel />}
        {seesChecks && <NewestPanel />}
      </div>
    </div>
  );
}
