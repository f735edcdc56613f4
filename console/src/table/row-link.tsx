import { useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';

interface RowLinkProps {
  /** The path below /console. */
  to: string;
  tabIndex: number;
  isCode?: boolean;
  children: ReactNode;
}

/** A link in a row of a long list: lighter than the router's own, of which half a hundred are drawn as one scrolls. */
export function RowLink({ to, tabIndex, isCode, children }: RowLinkProps) {
  const router = useRouter();
  const onClick = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void router.navigate({ to });
  };
  return (
    <a href={`${router.basepath}${to}`} tabIndex={tabIndex} className={isCode ? 'code' : undefined} onClick={onClick}>
      {children}
    </a>
  );
}
