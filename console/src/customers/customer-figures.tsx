import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../api/client';
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
  // The newest keys needn't be those that were checked last.
  const { data: newest } = useQuery({
    queryKey: ['keys', 'last-seen', uid],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/keys', { params: { query: { uid, order: 'lastSeen', limit: 1 } }, signal })),
    enabled: hasMore,
  });
  if (rows.length === 0) return null;
  const valid = rows.filter((key) => stateOf(key).word === 'Valid').length;
  const devices = (usage?.devices ?? []).filter(({ id }) => id !== undefined);
  const seats = devices.filter(({ hasSeat }) => hasSeat).length;
  const lastSeen = Math.max(...[...(newest ?? []), ...rows].map((key) => key.lastSeen));
  // What was read is not all there is.
  const moreKeys = hasMore ? '+' : '';
  const moreUse = usage?.complete === false ? '+' : '';
  return (
    <FigureRow
      figures={[
        {
          name: 'License keys',
          value: grouped(rows.length) + moreKeys,
          more: `${grouped(valid)}${moreKeys} valid`,
        },
        {
          name: 'Devices',
          value: usage && grouped(devices.length) + moreUse,
          // At least none says nothing.
          more:
            seats === 0 && moreUse !== ''
              ? undefined
              : `${grouped(seats)}${moreUse} ${seats === 1 && moreUse === '' ? 'holds' : 'hold'} a seat`,
        },
        {
          name: `Checks, ${usage?.days.length ?? 90} days`,
          value: usage && grouped(usage.passed + usage.refused) + moreUse,
          more: usage && `${grouped(usage.refused)}${moreUse} refused`,
        },
        { name: 'Last check', value: <Time at={lastSeen} as="relative" capital /> },
      ]}
    />
  );
}
