import { type ReactNode, useEffect } from 'react';
import { AsCurl, type CurlRequest } from './as-curl';
import classes from './page.module.css';

interface PageProps {
  title: string;
  /** Beside the title: a state, an id. */
  aside?: ReactNode;
  /** One sentence on what this is, where the title doesn't say it. */
  lead?: ReactNode;
  /** Buttons, the most wanted last. */
  actions?: ReactNode;
  /** The requests that the screen makes, to be shown as curl. */
  requests?: readonly CurlRequest[];
  /** Fills the height of the window, such as a table that scrolls by itself. */
  fills?: boolean;
  children: ReactNode;
}

/** A screen: its heading, which takes the focus when one comes here, its actions, and what it shows. */
export function Page({ title, aside, lead, actions, requests, fills, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · keylink`;
  }, [title]);
  return (
    <div className={classes.page} data-fills={fills || undefined}>
      <header className={classes.head}>
        <div className={classes.title}>
          <h1 tabIndex={-1}>{title}</h1>
          {aside}
        </div>
        <div className={classes.actions}>
          {requests !== undefined && requests.length > 0 && <AsCurl requests={requests} />}
          {actions}
        </div>
        {lead !== undefined && <p className={classes.lead}>{lead}</p>}
      </header>
      {children}
    </div>
  );
}
