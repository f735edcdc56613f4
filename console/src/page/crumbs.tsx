import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ChevronRightIcon } from '../theme/screen-icons';
import classes from './crumbs.module.css';

/** The list that a screen belongs to, and which of it this is. */
export function Crumbs({ to, list, children }: { to: string; list: string; children: ReactNode }) {
  return (
    <nav className={classes.crumbs} aria-label="Where you are">
      <Link to={to}>{list}</Link>
      <ChevronRightIcon size={13} />
      <span>{children}</span>
    </nav>
  );
}
