import { Empty } from '../page/empty';
import type { LiveFilter } from './live-filter';

/** What stands in place of rows while there are none. */
export function NoCheck({ filter }: { filter: LiveFilter }) {
  const isNarrowed = Object.values(filter).some((value) => value !== undefined && value.length > 0);
  return (
    <Empty title={isNarrowed ? 'No matching checks so far' : 'No checks so far'}>
      {isNarrowed
        ? 'One that matches appears here within a second.'
        : 'As soon as a program checks its license key with POST /api/check, the check appears here.'}
    </Empty>
  );
}
