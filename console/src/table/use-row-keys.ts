import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { scrollToRow } from './use-rows';

/** Walks through rows by keyboard. One row at a time takes part in tabbing; its first link or checkbox gets the focus. */
export function useRowKeys(scroller: RefObject<HTMLElement | null>, count: number, height: number) {
  const [active, setActive] = useState(0);
  const wanted = useRef<number>(undefined);
  useEffect(() => {
    if (wanted.current === undefined) return;
    const row = scroller.current?.querySelector(`[data-index="${wanted.current}"]`);
    if (!row) return;
    (row.querySelector<HTMLElement>('a, button') ?? row.querySelector<HTMLElement>('input'))?.focus({
      preventScroll: true,
    });
    wanted.current = undefined;
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === ' ' && event.target instanceof HTMLAnchorElement) {
      // On its link a row is chosen by Space, as by its checkbox.
      event.preventDefault();
      event.target.closest('[data-index]')?.querySelector<HTMLInputElement>('input[type="checkbox"]')?.click();
      return;
    }
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / height) - 2);
    const target = targetOf(event.key, active, count - 1, page);
    if (target === undefined || !(event.target as Element).closest('[data-index]')) return;
    event.preventDefault();
    wanted.current = target;
    if (scroller.current) scrollToRow(scroller.current, target, height);
    setActive(target);
  };
  const onFocus = ({ target }: FocusEvent) => {
    const index = target.closest<HTMLElement>('[data-index]')?.dataset['index'];
    if (index !== undefined) setActive(Number(index));
  };
  return { active: Math.min(active, Math.max(0, count - 1)), onKeyDown, onFocus };
}

function targetOf(key: string, from: number, last: number, page: number): number | undefined {
  const target = {
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    PageDown: from + page,
    PageUp: from - page,
    Home: 0,
    End: last,
  }[key];
  return target === undefined ? undefined : Math.min(Math.max(target, 0), last);
}
