import type { ReactNode } from 'react';
import classes from './facts.module.css';

/** Names and what belongs to them, below each other. Those that are undefined are left out. */
export function Facts({ facts }: { facts: Readonly<Record<string, ReactNode>> }) {
  return (
    <dl className={classes.facts}>
      {Object.entries(facts).map(
        ([name, value]) =>
          value !== undefined && (
            <div key={name} style={{ display: 'contents' }}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
