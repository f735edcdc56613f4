import type { ReactNode } from 'react';
import classes from './columns.module.css';

interface ColumnsProps {
  /** Of the right column, what comes before the left one where there is little room. */
  first?: ReactNode;
  main: ReactNode;
  side: ReactNode;
}

/** What happened on the left, what it is on the right; below each other where there is little room. */
export function Columns({ first, main, side }: ColumnsProps) {
  return (
    <div className={classes.columns}>
      {first !== undefined && <div className={classes.first}>{first}</div>}
      <div className={classes.main}>{main}</div>
      <div className={classes.side}>{side}</div>
    </div>
  );
}
