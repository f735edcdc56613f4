import { type ReactNode, useEffect } from 'react';
import { useMatches } from '@tanstack/react-router';
import { AsCurl, type CurlRequest } from './as-curl';
import { GuideLink } from './guide-link';
import classes from './page.module.css';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: string;
    /** The guide that tells of the screen. */
    guide?: string;
  }
}

interface PageProps {
  title: string;
  /** Above the title: where this belongs. */
  crumbs?: ReactNode;
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
export function Page({ title, crumbs, aside, lead, actions, requests, fills, children }: PageProps) {
  const guide = useMatches().at(-1)?.staticData.guide;
  useEffect(() => {
    document.title = `${title} · keylink`;
  }, [title]);
  return (
    <div className={classes.page} data-fills={fills || undefined}>
      {crumbs}
      <header className={classes.head}>
        <div className={classes.title}>
          <h1 tabIndex={-1}>{title}</h1>
          {aside}
          {guide !== undefined && (
            <GuideLink to={guide} className={classes.guide}>
              Guide
            </GuideLink>
          )}
        </div>
        {lead !== undefined && <p className={classes.lead}>{lead}</p>}
        <div className={classes.actions}>
          {requests !== undefined && requests.length > 0 && (
            <span className={classes.curl}>
              <AsCurl requests={requests} />
            </span>
          )}
          {actions}
        </div>
      </header>
      {children}
    </div>
  );
}
