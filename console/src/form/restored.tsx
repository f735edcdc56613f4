import { Button } from '@mantine/core';
import classes from './form.module.css';

/** Says that the form begins with what was typed into it before. */
export function Restored({ onDiscard }: { onDiscard: () => void }) {
  return (
    <p className={classes.restored} role="status">
      This is what you had typed before.{' '}
      <Button size="compact-sm" variant="subtle" onClick={onDiscard}>
        Start over
      </Button>
    </p>
  );
}
