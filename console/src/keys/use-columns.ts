import { useState } from 'react';
import { useIsWide } from '../page/use-is-wide';
import { KEY_COLUMNS, ROW_TITLE } from './columns';

const STORED_AS = 'keylink-key-columns';

function remembered(): string[] | undefined {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(STORED_AS) ?? 'null');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : undefined;
  } catch {
    return undefined;
  }
}

function remember(ids: readonly string[] | undefined): void {
  try {
    if (ids === undefined) localStorage.removeItem(STORED_AS);
    else localStorage.setItem(STORED_AS, JSON.stringify(ids));
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

/** Which columns the list of license keys shows: those that were chosen, or the usual ones for the width of the window. */
export function useColumns() {
  const isWide = useIsWide();
  const [chosen, setChosen] = useState(remembered);
  const isShown = ({ id, isUsual }: (typeof KEY_COLUMNS)[number]) =>
    id === ROW_TITLE || (chosen?.includes(id) ?? (isUsual === 'always' || (isUsual === 'wide' && isWide)));
  // Those that somebody chose don't give way.
  const columns = KEY_COLUMNS.filter(isShown).map((column) => (chosen ? { ...column, rank: 0 } : column));
  const choose = (ids: readonly string[] | undefined) => {
    remember(ids);
    setChosen(ids === undefined ? undefined : [...ids]);
  };
  const toggle = (id: string) => {
    const shown = columns.map((column) => column.id);
    choose(shown.includes(id) ? shown.filter((each) => each !== id) : [...shown, id]);
  };
  return { columns, toggle, reset: () => choose(undefined), isChosen: chosen !== undefined };
}
