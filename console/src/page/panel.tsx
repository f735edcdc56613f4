import { type ReactNode, useId } from 'react';
import classes from './panel.module.css';

interface PanelProps {
  title: string;
  /** In a few words beside the title: how many, since when. */
  aside?: ReactNode;
  /** Beside the title: buttons, a state. */
  actions?: ReactNode;
  lead?: ReactNode;
  /** Its content reaches to its edges, such as a table. */
  flush?: boolean;
  children: ReactNode;
}

/** A part of a screen that belongs together, under a heading of its own. */
export function Panel({ title, aside, actions, lead, flush, children }: PanelProps) {
  const id = useId();
  return (
    <section className={classes.panel} aria-labelledby={id} data-flush={flush || undefined}>
      <header className={classes.head}>
        <h2 id={id}>{title}</h2>
        {aside !== undefined && <div className={classes.aside}>{aside}</div>}
        {actions !== undefined && <div className={classes.actions}>{actions}</div>}
        {lead !== undefined && <p>{lead}</p>}
      </header>
      <div className={classes.body}>{children}</div>
    </section>
  );
}
