import type { ReactNode } from 'react';
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
