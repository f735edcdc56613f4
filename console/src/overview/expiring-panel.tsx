import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { answerOf, api } from '../api/client';
import { Panel } from '../page/panel';
import { ProblemAlert } from '../page/problem-alert';
import { grouped } from '../text/numbers';
import { DAY_MS } from '../text/times';
import classes from './overview.module.css';

/** How many keys end soon; each number leads to the list. */
export function ExpiringPanel() {
  const { data, error, dataUpdatedAt } = useQuery({
    queryKey: ['stats', 'keys'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/stats/keys', { signal })),
    staleTime: 60_000,
  });
  if (error) return <ProblemAlert error={error} />;
  return (
    <Panel title="Keys that expire">
      {data === undefined ? (
        <Skeleton height={84} />
      ) : (
        <ul className={classes.expiring}>
          {data.expiring.map(({ days, count }) => (
            <li key={days}>
              <Link to="/keys" search={endingWithin(days, dataUpdatedAt)}>
                <span className={classes.big}>
                  {grouped(count)}
                  {count >= data.most && '+'}
                </span>
                <span>in {days} days</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

const endingWithin = (days: number, now: number) => ({
  expiresAfter: String(now),
  expiresBefore: String(now + days * DAY_MS),
});
