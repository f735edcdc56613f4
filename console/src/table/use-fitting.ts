import { type RefObject, useLayoutEffect, useMemo, useState } from 'react';
import type { Column } from './column';

/** The columns that fit into the table side by side, in their order. `taken` is what else stands in a row, in pixels. */
export function useFitting<Row>(
  scroller: RefObject<HTMLElement | null>,
  columns: readonly Column<Row>[],
  taken: number,
): readonly Column<Row>[] {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const measure = () => setWidth(widthOf(element));
    measure();
    const resized = new ResizeObserver(measure);
    resized.observe(element);
    return () => resized.disconnect();
  }, [scroller]);
  return useMemo(() => (width > 0 ? fitting(columns, width - taken) : columns), [columns, width, taken]);
}

/** Between the margins of a row. */
function widthOf(element: HTMLElement): number {
  const row = element.querySelector('[role="row"]');
  const { paddingLeft, paddingRight } = row ? getComputedStyle(row) : { paddingLeft: '', paddingRight: '' };
  return element.clientWidth - (Number.parseFloat(paddingLeft) || 0) - (Number.parseFloat(paddingRight) || 0);
}

/** Columns of a higher rank give way to all of a lower one. */
export function fitting<Row>(columns: readonly Column<Row>[], room: number): readonly Column<Row>[] {
  const rankOf = (column: Column<Row>) => column.rank ?? columns.indexOf(column);
  let left = room;
  const shown = new Set<Column<Row>>();
  for (const column of columns.toSorted((a, b) => rankOf(a) - rankOf(b))) {
    left -= column.width;
    if (left < 0 && rankOf(column) > 0) break;
    shown.add(column);
  }
  return shown.size === columns.length ? columns : columns.filter((column) => shown.has(column));
}
