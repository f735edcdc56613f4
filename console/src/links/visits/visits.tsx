import { useMemo } from 'react';
import { Choice } from '../../form/choice';
import { useHour } from '../../overview/use-hour';
import { firstOf, useSearchParams } from '../../search-params';
import { isRange, type RangeName, RANGES, type Span, spanOf, type Unit, unitsOf } from './range';
import type { VisitsOf } from './use-visit-stats';
import { ValuesPanel } from './values-panel';
import { VisitsChart } from './visits-chart';
import classes from './visits.module.css';

/** What the address says is shown. */
export function useSpan(): { range: RangeName; span: Span } {
  const [search] = useSearchParams();
  const hour = useHour();
  const wanted = firstOf(search['range']);
  const range = isRange(wanted) ? wanted : '30d';
  const units = unitsOf(range);
  const unit = units.find((each) => each === firstOf(search['by'])) ?? units.at(-1)!;
  return useMemo(() => ({ range, span: spanOf(range, unit, hour) }), [range, unit, hour]);
}

const RANGE_CHOICES = Object.entries(RANGES).map(([value, { label }]) => ({ value: value as RangeName, label }));
const UNIT_CHOICES: readonly { value: Unit; label: string }[] = [
  { value: 'hour', label: 'Hours' },
  { value: 'day', label: 'Days' },
];

/** Which time is shown, and by what. */
export function SpanChoice({ range, span: { unit } }: ReturnType<typeof useSpan>) {
  const [, change] = useSearchParams();
  return (
    <div className={classes.choices}>
      {unitsOf(range).length > 1 && (
        <Choice label="By" value={unit} onChange={(by) => change({ by })} options={UNIT_CHOICES} />
      )}
      <Choice
        label="Time"
        value={range}
        onChange={(name) => change({ range: name, by: undefined })}
        options={RANGE_CHOICES}
      />
    </div>
  );
}

/** All that is known of visits: over time, where they came from, and by what. */
export function Visits({ of, span }: { of: VisitsOf; span: Span }) {
  const { from } = span;
  return (
    <div className={classes.visits}>
      <VisitsChart of={of} span={span} />
      <div className={classes.pair}>
        <ValuesPanel title="Sources" of={of} from={from} dimensions={['referrer', 'source', 'medium', 'campaign']} />
        <ValuesPanel title="Places" of={of} from={from} dimensions={['country', 'language', 'domain']} />
        <ValuesPanel title="Devices" of={of} from={from} dimensions={['device', 'os']} />
        <ValuesPanel title="Browsers" of={of} from={from} dimensions={['browser']} />
      </div>
    </div>
  );
}
