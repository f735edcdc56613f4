import type { ReactNode } from 'react';
import classes from './columns.module.css';

/** What happened on the left, what it is on the right; below each other where there is little room. */
export function Columns({ main, side }: { main: ReactNode; side: ReactNode }) {
  return (
    <div className={classes.columns}>
      <div className={classes.column}>{main}</div>
      <div className={classes.column}>{side}</div>
    </div>
  );
}
