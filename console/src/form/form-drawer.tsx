import { Button, Drawer, Group } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { ProblemAlert } from '../page/problem-alert';
import classes from './form.module.css';
import { OnceButton } from './once-button';

interface FormDrawerProps {
  title: string;
  opened: boolean;
  onClose: () => void;
  onSubmit: () => void;
  /** What the button does: "Create key". */
  submit: string;
  isBusy: boolean;
  canSubmit?: boolean;
  error?: unknown;
  children: ReactNode;
}

/** A form at the side of the screen: fields, the API's answer when it refuses, one button that does it. */
export function FormDrawer(props: FormDrawerProps) {
  const { title, opened, onClose, onSubmit, submit, isBusy, canSubmit = true, error, children } = props;
  const onForm = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy && canSubmit) onSubmit();
  };
  return (
    <Drawer opened={opened} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={onForm} className={classes.form}>
        {children}
        <ProblemAlert error={error} />
        <Group justify="flex-end" className={classes.foot}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <OnceButton type="submit" loading={isBusy} disabled={!canSubmit}>
            {submit}
          </OnceButton>
        </Group>
      </form>
    </Drawer>
  );
}
