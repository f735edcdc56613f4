import { Button } from '@mantine/core';
import { Only } from '../session/only';

/** The buttons of a record in a list, for those who may change it. */
export function EditAndDelete({
  scopes,
  name,
  edit,
  remove,
}: {
  scopes: readonly string[];
  /** The record's, for screen readers. */
  name: string;
  edit: () => void;
  remove: () => void;
}) {
  const button = (label: string, act: () => void) => (
    <Only scopes={scopes}>
      <Button variant="transparent" size="compact-sm" aria-label={`${label} ${name}`} onClick={act}>
        {label}
      </Button>
    </Only>
  );
  return (
    <>
      {button('Edit', edit)}
      {button('Delete', remove)}
    </>
  );
}
