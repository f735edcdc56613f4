import { useMemo, useState } from 'react';
import type { LicenseKeyDto } from '../api/schema';
import type { Selection } from '../table/column';

interface Chosen {
  /** What the list was narrowed to: another list begins with nothing chosen. */
  of: string;
  keys: ReadonlyMap<number, LicenseKeyDto>;
  /** All that match, read so far or not. */
  isAll: boolean;
  last?: number;
}

const NOTHING: ReadonlyMap<number, LicenseKeyDto> = new Map();

/** Which license keys of a list are chosen: some of the rows, or all that match. */
export function useKeySelection(rows: readonly LicenseKeyDto[], listId: string, hasMore: boolean) {
  const [state, setState] = useState<Chosen>({ of: listId, keys: NOTHING, isAll: false });
  const chosen = state.of === listId ? state : { of: listId, keys: NOTHING, isAll: false };
  const put = (keys: ReadonlyMap<number, LicenseKeyDto>, more: Partial<Chosen> = {}) =>
    setState({ of: listId, keys, isAll: false, last: chosen.last, ...more });

  const toggle = (row: LicenseKeyDto, index: number, isRange: boolean) => {
    // Without one of all that match, those that were read stay chosen.
    const keys = new Map(chosen.isAll ? rows.map((each) => [each.id, each]) : chosen.keys);
    const from = isRange && chosen.last !== undefined ? Math.min(chosen.last, index) : index;
    const to = isRange && chosen.last !== undefined ? Math.max(chosen.last, index) : index;
    const isOn = !keys.has(row.id);
    for (const each of rows.slice(from, to + 1)) {
      if (isOn) keys.set(each.id, each);
      else keys.delete(each.id);
    }
    put(keys, { last: index });
  };
  const toggleAll = () => put(NOTHING, { isAll: !chosen.isAll && chosen.keys.size === 0 });
  const some = chosen.keys.size === 0 ? 'none' : 'some';
  const selection: Selection<LicenseKeyDto> = {
    has: ({ id }) => chosen.isAll || chosen.keys.has(id),
    toggle,
    state: chosen.isAll ? 'all' : some,
    toggleAll,
    nameOf: ({ key }) => key,
  };
  const keys = useMemo(() => [...chosen.keys.values()].toSorted((a, b) => a.id - b.id), [chosen.keys]);
  return {
    selection,
    keys,
    isAll: chosen.isAll,
    /** How many all that match are, once the list is read to its end. */
    total: hasMore ? undefined : rows.length,
    read: rows.length,
    chooseAll: () => put(NOTHING, { isAll: true }),
    chooseRead: () => put(new Map(rows.map((row) => [row.id, row]))),
    clear: () => put(NOTHING),
  };
}
