import { Button, CloseButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSearchParams } from '../search-params';
import classes from './filter-bar.module.css';

interface FilterInForce {
  /** Its parameter in the address. */
  name: string;
  label: string;
  /** What it narrows the list to. */
  words: string;
}

interface FilterBarProps {
  /** What it does, for those who hear it: "Filter the audit". */
  label: string;
  /** The filters that the address holds. */
  filter: Readonly<Record<string, string | undefined>>;
  /** Those of them that are shown in words, because they stand in no field of the bar. */
  shown: readonly FilterInForce[];
  /** Its fields. */
  children: ReactNode;
}

/** What a list is narrowed to. Everything stands in the address, so that a list can be sent to a colleague. */
export function FilterBar({ label, filter, shown, children }: FilterBarProps) {
  const [, change] = useSearchParams();
  const names = Object.keys(filter);
  // The place in the list, too: it belongs to what was listed.
  const leaveOut = (...left: string[]) =>
    change(Object.fromEntries([...left, 'after'].map((name) => [name, undefined])));
  return (
    <div className={classes.bar} role="search" aria-label={label}>
      {children}
      {shown.map(({ name, label: called, words }) => (
        <span key={name} className={classes.chip}>
          {words}
          <CloseButton size="xs" aria-label={`Without ${called}`} onClick={() => leaveOut(name)} />
        </span>
      ))}
      {names.length > 1 && (
        <Button variant="subtle" color="gray" onClick={() => leaveOut(...names)}>
          Clear all
        </Button>
      )}
    </div>
  );
}
