import { useQuery } from '@tanstack/react-query';
import { stateOf } from '../keys/key-state';
import type { useKeysOf } from '../keys/keys-panel';
import { FigureRow } from '../page/figure-row';
import { grouped } from '../text/numbers';
import { Time } from '../text/time';
import { customerUsageQuery } from '../usage/use-usage';

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
    <FigureRow
      figures={[
        {
          name: 'License keys',
          value: `${grouped(rows.length)}${hasMore ? '+' : ''}`,
          more: `${grouped(valid)} valid`,
        },
        {
          name: 'Devices',
          value: usage && grouped(devices.length),
          more: `${grouped(seats)} ${seats === 1 ? 'holds' : 'hold'} a seat`,
        },
        {
          name: `Checks, ${usage?.days.length ?? 90} days`,
          value: usage && grouped(usage.passed + usage.refused),
          more: usage && `${grouped(usage.refused)} refused`,
        },
        { name: 'Last check', value: <Time at={lastSeen} as="relative" capital /> },
      ]}
    />
  );
}
