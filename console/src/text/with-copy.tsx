import type { ReactNode } from 'react';
import { Copy } from './copy';
import classes from './with-copy.module.css';

/** Something shown on a line, and a button that copies all of it. */
export function WithCopy({ text, label, children }: { text: string; label: string; children: ReactNode }) {
  return (
    <span className={classes.pair}>
      {children}
      <Copy text={text} label={label} />
    </span>
  );
}
