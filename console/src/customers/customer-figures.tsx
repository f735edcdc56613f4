import { useQuery } from '@tanstack/react-query';
import { stateOf } from '../keys/key-state';
import type { useKeysOf } from '../keys/keys-panel';
import { grouped } from '../text/numbers';
import { Time } from '../text/time';
import { customerUsageQuery } from '../usage/use-usage';
import classes from './customers.module.css';

/** A customer in four figures. */
export function CustomerFigures({ uid, keys }: { uid: string; keys: ReturnType<typeof useKeysOf> }) {
  const { data: usage } = useQuery(customerUsageQuery(uid));
  const { rows, hasMore } = keys;
  if (rows.length === 0) return null;
  const valid = rows.filter((key) => stateOf(key).word === 'Valid').length;
  const devices = (usage?.devices ?? []).filter(({ id }) => id !== undefined);
  const seats = devices.filter(({ hasSeat }) => hasSeat).length;
  const lastSeen = Math.max(...rows.map((key) => key.lastSeen));
  return (
    <dl className={classes.figures}>
      <div>
        <dt>License keys</dt>
        <dd>
          <b>
            {grouped(rows.length)}
            {hasMore && '+'}
          </b>
          <span className="quiet">{grouped(valid)} valid</span>
        </dd>
      </div>
      <div>
        <dt>Devices</dt>
        <dd>
          <b>{usage ? grouped(devices.length) : '–'}</b>
          <span className="quiet">{usage && `${grouped(seats)} ${seats === 1 ? 'holds' : 'hold'} a seat`}</span>
        </dd>
      </div>
      <div>
        <dt>Checks, {usage?.days.length ?? 90} days</dt>
        <dd>
          <b>{usage ? grouped(usage.passed + usage.refused) : '–'}</b>
          <span className="quiet">{usage && `${grouped(usage.refused)} refused`}</span>
        </dd>
      </div>
      <div>
        <dt>Last check</dt>
        <dd>
          <b>
            <Time at={lastSeen} as="relative" capital />
          </b>
        </dd>
      </div>
    </dl>
  );
}
