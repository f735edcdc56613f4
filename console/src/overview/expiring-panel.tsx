import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Panel } from '../page/panel';
import { ProblemAlert } from '../page/problem-alert';
import { grouped } from '../text/numbers';
import classes from './overview.module.css';
import { endingWithin, useKeyCounts } from './use-attention';

/** How many keys end soon; each number leads to the list. */
export function ExpiringPanel() {
  const { data, error, dataUpdatedAt } = useKeyCounts();
  if (error) return <ProblemAlert error={error} />;
  return (
    <Panel title="Expiring keys">
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
