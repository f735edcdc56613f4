import type { Column, Selection } from './column';
import classes from './virtual-table.module.css';

interface HeadRowProps<Row> {
  columns: readonly Column<Row>[];
  selection?: Selection<Row>;
}

export function HeadRow<Row>({ columns, selection }: HeadRowProps<Row>) {
  return (
    <div role="rowgroup" className={classes.head}>
      <div role="row" aria-rowindex={1} className={classes.row}>
        {selection && (
          <div role="columnheader" className={classes.cell}>
            <input
              type="checkbox"
              className={classes.check}
              aria-label="Select all that match"
              checked={selection.state === 'all'}
              ref={(input) => {
                if (input) input.indeterminate = selection.state === 'some';
              }}
              onChange={selection.toggleAll}
            />
          </div>
        )}
        {columns.map(({ id, title, align }) => (
          <div key={id} role="columnheader" className={classes.cell} data-align={align}>
            {title}
          </div>
        ))}
      </div>
    </div>
  );
}
