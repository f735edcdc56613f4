import { memo } from 'react';
import type { Column, Selection } from './column';
import classes from './virtual-table.module.css';

interface TableRowProps<Row> {
  row: Row;
  index: number;
  /** Its distance from the first row in pixels. */
  start: number;
  columns: readonly Column<Row>[];
  selection?: Selection<Row>;
  /** Stands out, such as what was just created. */
  isMarked: boolean;
  isActive: boolean;
}

function PlainTableRow<Row>({ row, index, start, columns, selection, isMarked, isActive }: TableRowProps<Row>) {
  const isSelected = selection?.has(row) ?? false;
  const tabIndex = isActive ? 0 : -1;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selection && isSelected}
      data-index={index}
      className={classes.row}
      data-marked={isMarked || undefined}
      style={{ transform: `translateY(${start}px)` }}
    >
      {selection && (
        <div role="gridcell" className={classes.cell}>
          <input
            type="checkbox"
            className={classes.check}
            tabIndex={tabIndex}
            aria-label={`Select ${selection.nameOf(row)}`}
            checked={isSelected}
            onChange={() => undefined}
            onClick={(event) => selection.toggle(row, index, event.shiftKey)}
          />
        </div>
      )}
      {columns.map(({ id, align, cell }) => (
        <div key={id} role="gridcell" className={classes.cell} data-align={align}>
          {cell(row, tabIndex)}
        </div>
      ))}
    </div>
  );
}

/** Drawn anew only when something of it changed: most rows stay as one scrolls. */
export const TableRow = memo(PlainTableRow) as typeof PlainTableRow;
