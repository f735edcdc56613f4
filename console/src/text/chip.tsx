import type { ReactNode } from 'react';
import classes from './chip.module.css';

export type Tone = 'good' | 'bad' | 'warn' | 'plain';

/** A state in a word, with a colour that only repeats what the word says. */
export function Chip({ tone = 'plain', title, children }: { tone?: Tone; title?: string; children: ReactNode }) {
  return (
    <span className={classes.chip} data-tone={tone} title={title}>
      {children}
    </span>
  );
}
