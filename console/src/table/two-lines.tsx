import type { ReactNode } from 'react';
import type { Column } from './column';
import classes from './two-lines.module.css';

/** A cell of a tall row: what it is about, and below it, more quietly, the rest. */
export function TwoLines({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <div className={classes.lines}>
      <div>{first}</div>
      <div>{second}</div>
    </div>
  );
}

/** The last column on a phone: when it was, and below that who it was. */
export const whenAndWho = <Row,>(
  when: (row: Row, tabIndex: number) => ReactNode,
  who: (row: Row) => ReactNode,
): Column<Row> => ({
  id: 'when',
  title: 'When, who',
  width: 146,
  grow: 0,
  align: 'end',
  cell: (row, tabIndex) => <TwoLines first={when(row, tabIndex)} second={<span className="quiet">{who(row)}</span>} />,
});
