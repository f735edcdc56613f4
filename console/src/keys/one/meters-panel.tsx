import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client';
import type { MeterStandingDto } from '../../api/schema';
import { Panel } from '../../page/panel';
import { ProblemAlert } from '../../page/problem-alert';
import { grouped } from '../../text/numbers';
import { localTime } from '../../text/times';
import { dateInWords } from '../../usage/day-in-words';
import { StripAxis } from '../../usage/usage-strip';
import { periodInWords } from '../meters-text';
import classes from './meters.module.css';

const BAR = 7;
const HEIGHT = 40;

/** What the meters of a license key have counted, its own and those of its plan; nothing without meters. */
export function MetersPanel({ keyId }: { keyId: number }) {
  const { data: meters = [], error } = useQuery({
    queryKey: ['keys', 'meters', keyId],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/keys/{id}/meters', { params: { path: { id: String(keyId) } }, signal })),
  });
  if (meters.length === 0 && !error) return null;
  return (
    <Panel title="Meters" aside={meters.length > 0 && `${meters[0].days.length} days, UTC`}>
      <ProblemAlert error={error} />
      {meters.map((meter) => (
        <Meter key={meter.name} meter={meter} />
      ))}
      {meters.length > 0 && <StripAxis days={meters[0].days.map(({ day }) => day)} />}
    </Panel>
  );
}

function Meter({ meter }: { meter: MeterStandingDto }) {
  const { name, limit, period, overage, used, resetsAt, days } = meter;
  const isOver = used >= limit;
  return (
    <section className={classes.meter}>
      <h3>{name}</h3>
      <p className="quiet">
        <strong className={isOver ? classes.over : undefined}>{grouped(used)}</strong> of {grouped(limit)}{' '}
        {periodInWords(period)}
        {overage > 0 && `, up to ${overage}% more`}
        {resetsAt !== undefined && `; resets ${localTime(resetsAt)}`}
      </p>
      <Days name={name} days={days} />
    </section>
  );
}

/** A bar for each day, as high as the uses are of the day with most. */
function Days({ name, days }: Pick<MeterStandingDto, 'name' | 'days'>) {
  const most = Math.max(1, ...days.map(({ used }) => used));
  const total = days.reduce((sum, { used }) => sum + used, 0);
  return (
    <svg
      className={classes.days}
      viewBox={`0 0 ${days.length * BAR - 1} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${name}: ${grouped(total)} in ${days.length} days`}
    >
      {days.map(({ day, used }, index) => {
        const height = used === 0 ? 1 : Math.max(2, (used / most) * HEIGHT);
        const shape = { x: index * BAR, y: HEIGHT - height, width: BAR - 1, height };
        return (
          <rect key={day} {...shape} className={used === 0 ? classes.none : classes.some}>
            <title>{`${dateInWords(day)}: ${grouped(used)}`}</title>
          </rect>
        );
      })}
    </svg>
  );
}
