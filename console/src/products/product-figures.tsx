import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { CheckCountsDto, PlanCountsDto, SharesDto } from '../api/schema';
import { Change } from '../chart/change';
import { changeOf, totalOf } from '../chart/totals';
import { PERIODS, type Spans, spansOf } from '../overview/period';
import { sumsOf } from '../overview/sums';
import { useCheckCounts } from '../overview/use-counts';
import { useHour } from '../overview/use-hour';
import { PASSED, REFUSALS } from '../overview/verdicts';
import { FigureRow, type NamedFigure } from '../page/figure-row';
import { planCountsQuery } from '../plans/plans';
import { useCan } from '../session/me';
import { counted, grouped } from '../text/numbers';
import { sharesQuery } from './shares';

/** A product in four figures, of which everybody sees those that they may. */
export function ProductFigures({ pid }: { pid: number }) {
  const maySeeKeys = useCan('keys:read');
  const maySeeLogs = useCan('logs:read');
  const { data: keys } = useQuery({ ...planCountsQuery(pid), enabled: maySeeKeys });
  const { data: shares } = useQuery({ ...sharesQuery(pid), enabled: maySeeLogs });
  const hour = useHour();
  const spans = useMemo(() => spansOf('day', hour), [hour]);
  const { data: checks } = useCheckCounts('day', spans, { pid, enabled: maySeeLogs });
  const figures = [
    ...(maySeeKeys ? [figureOfKeys(keys)] : []),
    ...(maySeeLogs ? [figureOfUse(shares), ...figuresOfChecks(checks, spans)] : []),
  ];
  return figures.length > 0 && <FigureRow figures={figures} />;
}

function figureOfKeys(counts: PlanCountsDto | undefined): NamedFigure {
  const name = 'License keys';
  if (!counts) return { name, value: undefined };
  const { plans, without, most } = counts;
  const parts = [...plans.map(({ keys }) => keys), without];
  const isCut = parts.includes(most);
  const used = plans.filter(({ keys }) => keys > 0).length;
  return {
    name,
    value: `${grouped(totalOf(parts))}${isCut ? '+' : ''}`,
    more: used > 0 ? `on ${counted(used, 'plan')}` : undefined,
  };
}

/** A license key has one plan, so that it is counted once. */
function figureOfUse(shares: SharesDto | undefined): NamedFigure {
  const name = 'Keys in use, 7 days';
  if (!shares) return { name, value: undefined };
  const { plans, versions, since, from } = shares;
  const named = versions.filter(({ version }) => version !== undefined).length;
  return {
    name,
    value: `${grouped(totalOf(plans.map(({ keys }) => keys)))}${since > from ? '+' : ''}`,
    more: named > 0 ? `of ${counted(named, 'version')}` : undefined,
  };
}

const PERCENT = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

function figuresOfChecks(counts: CheckCountsDto | undefined, spans: Spans): NamedFigure[] {
  const [name, nameOfRefused] = [`Checks, ${PERIODS.day.label}`, 'Refused'];
  if (!counts) return [name, nameOfRefused].map((each) => ({ name: each, value: undefined }));
  const of = (isWanted: (status: string) => boolean) =>
    sumsOf(
      counts.rows.filter(({ status }) => isWanted(status)),
      spans,
    );
  const all = of((status) => status === PASSED || status in REFUSALS);
  const refused = totalOf(of((status) => status in REFUSALS).now);
  const checks = totalOf(all.now);
  return [
    {
      name,
      value: grouped(checks),
      more: <Change change={changeOf(all)} than={PERIODS.day.before} good="more" />,
    },
    {
      name: nameOfRefused,
      value: checks > 0 ? PERCENT.format(refused / checks) : '–',
      more: checks > 0 ? counted(refused, 'check') : undefined,
    },
  ];
}
