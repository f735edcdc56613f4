import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** A guide, and the heading in it: `console#many-keys-at-once`. */
type Guide = string;

interface GuideLinkProps {
  to: Guide;
  children: ReactNode;
  className?: string;
}

/** Leads to a guide, in a window of its own: what is typed here stays. */
export function GuideLink({ to, children, className }: GuideLinkProps) {
  const [name, hash] = to.split('#');
  return (
    <Link to="/guides/$name" params={{ name }} hash={hash} target="_blank" className={className} preload={false}>
      {children}
    </Link>
  );
}
