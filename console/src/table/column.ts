import type { ReactNode } from 'react';

/** A column of a table. */
export interface Column<Row> {
  id: string;
  title: string;
  /** Least width in pixels. */
  width: number;
  /** Its share of the width that is left; 1 when left out. */
  grow?: number;
  /** In a narrow window the columns of the highest rank are left out; by default its place in the order. 0: always shown. */
  rank?: number;
  align?: 'end';
  /** `tabIndex` is for what can be focused in the cell: only one row at a time takes part in tabbing. */
  cell: (row: Row, tabIndex: number) => ReactNode;
}

/** Which rows are chosen, and how that changes. */
export interface Selection<Row> {
  has: (row: Row) => boolean;
  /** `isRange`: everything from the row that was toggled last. */
  toggle: (row: Row, index: number, isRange: boolean) => void;
  /** Whether all that match are chosen, or some rows. */
  state: 'none' | 'some' | 'all';
  toggleAll: () => void;
  /** Names a row for those who hear it. */
  nameOf: (row: Row) => string;
}
