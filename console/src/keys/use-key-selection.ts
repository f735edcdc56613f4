import { useMemo, useState } from 'react';
import type { LicenseKey } from '../api/coming';
import type { Selection } from '../table/column';

interface Chosen {
  /** What the list was narrowed to: another list begins with nothing chosen. */
  of: string;
  keys: ReadonlyMap<number, LicenseKey>;
  /** All that match, read so far or not. */
  isAll: boolean;
  last?: number;
}

const NOTHING: ReadonlyMap<number, LicenseKey> = new Map();

/** Which license keys of a list are chosen: some of the rows, or all that match. */
export function useKeySelection(rows: readonly LicenseKey[], listId: string) {
  const [state, setState] = useState<Chosen>({ of: listId, keys: NOTHING, isAll: false });
  const chosen = state.of === listId ? state : { of: listId, keys: NOTHING, isAll: false };
  const put = (keys: ReadonlyMap<number, LicenseKey>, more: Partial<Chosen> = {}) =>
    setState({ of: listId, keys, isAll: false, last: chosen.last, ...more });

  const toggle = (row: LicenseKey, index: number, isRange: boolean) => {
    const keys = new Map(chosen.keys);
    const from = isRange && chosen.last !== undefined ? Math.min(chosen.last, index) : index;
    const to = isRange && chosen.last !== undefined ? Math.max(chosen.last, index) : index;
    const isOn = !keys.has(row.id);
    for (const each of rows.slice(from, to + 1)) {
      if (isOn) keys.set(each.id, each);
      else keys.delete(each.id);
    }
    put(keys, { last: index });
  };
  const toggleAll = () => put(chosen.keys.size > 0 ? NOTHING : new Map(rows.map((row) => [row.id, row])));
  const state3 = chosen.keys.size === 0 ? 'none' : chosen.keys.size === rows.length ? 'all' : 'some';
  const selection: Selection<LicenseKey> = {
    has: ({ id }) => chosen.isAll || chosen.keys.has(id),
    toggle,
    state: chosen.isAll ? 'all' : state3,
    toggleAll,
    nameOf: ({ key }) => key,
  };
  const keys = useMemo(() => [...chosen.keys.values()].toSorted((a, b) => a.id - b.id), [chosen.keys]);
  return {
    selection,
    keys,
    isAll: chosen.isAll,
    chooseAll: () => put(chosen.keys, { isAll: true }),
    clear: () => put(NOTHING),
  };
}
