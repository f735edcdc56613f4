import { type ReactNode, useRef } from 'react';
import { useIsWide } from '../page/use-is-wide';
import { HeadRow } from './head-row';
import type { Column, Selection } from './column';
import { TableRow } from './table-row';
import { useFitting } from './use-fitting';
import { useRowKeys } from './use-row-keys';
import { ROW_HEIGHT, TALL_ROW_HEIGHT, useRows } from './use-rows';
import classes from './virtual-table.module.css';

const CHECKBOX_WIDTH = 38;

interface VirtualTableProps<Row> {
  /** What the rows are, for those who hear the table. */
  label: string;
  columns: readonly Column<Row>[];
  /** Instead of them in a narrow window: of rows in two lines. */
  narrow?: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  selection?: Selection<Row>;
  /** Keys of rows that stand out, such as what was just created. */
  marked?: ReadonlySet<string | number>;
  hasMore: boolean;
  onEnd: () => void;
  /** Below the last row: that more is coming, a problem, the end. */
  foot?: ReactNode;
}

/**
 * Any number of rows, of which only those in sight are drawn. Arrows, Page Up and Down, Home and End walk through them.
 * Columns that don't fit are left out: whatever a row stands for shows them.
 */
export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const { label, rows, keyOf, selection, marked, hasMore, onEnd, foot } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const narrow = useIsWide() ? undefined : props.narrow;
  const rowHeight = narrow ? TALL_ROW_HEIGHT : ROW_HEIGHT;
  const columns = useFitting(scroller, narrow ?? props.columns, selection ? CHECKBOX_WIDTH : 0);
  const seen = useRows(scroller, { count: rows.length, height: rowHeight, hasMore, onEnd });
  const { active, onKeyDown, onFocus } = useRowKeys(scroller, rows.length, rowHeight);
  const template = [
    selection && `${CHECKBOX_WIDTH}px`,
    ...columns.map(({ width, grow }) => `minmax(${width}px, ${grow ?? 1}fr)`),
  ];
  const least = columns.reduce((sum, { width }) => sum + width, selection ? CHECKBOX_WIDTH : 0);
  return (
    <div className={classes.scroller} ref={scroller} tabIndex={-1}>
      <div
        role="grid"
        tabIndex={-1}
        aria-label={label}
        aria-rowcount={hasMore ? -1 : rows.length + 1}
        aria-multiselectable={selection !== undefined || undefined}
        className={classes.grid}
        style={
          {
            '--columns': template.filter(Boolean).join(' '),
            '--row': `${rowHeight}px`,
            minWidth: least,
          } as React.CSSProperties
        }
        onKeyDown={onKeyDown}
        onFocus={onFocus}
      >
        <HeadRow columns={columns} selection={selection} />
        <div role="rowgroup" className={classes.body} style={{ height: rows.length * rowHeight }}>
          {seen.map((index) => {
            const row = rows[index];
            return (
              <TableRow
                key={keyOf(row)}
                row={row}
                index={index}
                start={index * rowHeight}
                columns={columns}
                selection={selection}
                isMarked={marked?.has(keyOf(row)) ?? false}
                isActive={index === active}
              />
            );
          })}
        </div>
      </div>
      {foot}
    </div>
  );
}
