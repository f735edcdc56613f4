import { Empty } from '../page/empty';
import type { LiveFilter } from './live-filter';

/** What stands in place of rows while there are none. */
export function NoCheck({ filter }: { filter: LiveFilter }) {
  const isNarrowed = Object.values(filter).some((value) => value !== undefined && value.length > 0);
  return (
    <Empty title={isNarrowed ? 'No check like this so far' : 'No check so far'}>
      {isNarrowed
        ? 'One that fits the filter appears here within a second.'
        : 'As soon as a program asks whether its license key is valid, it appears here. POST /api/check with its key does that.'}
    </Empty>
  );
}
