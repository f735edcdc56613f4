import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMayExplain } from './use-may-explain';

interface ExplainLinkProps {
  /** Id of the log of a check. */
  log: number;
  /** Which check, for those who hear it: "NO SEAT at 14:03:11". */
  of: string;
  className?: string;
  tabIndex?: number;
  children?: ReactNode;
}

/** Leads from a logged check to why it was answered so; nothing for those who may not know. */
export function ExplainLink({ log, of, children = 'Explain', ...props }: ExplainLinkProps) {
  if (!useMayExplain()) return null;
  return (
    <Link to="/logs/$log" params={{ log: String(log) }} preload={false} aria-label={`Explain ${of}`} {...props}>
      {children}
    </Link>
  );
}
