import { Button, Group } from '@mantine/core';
import type { FormEvent, KeyboardEvent, ReactNode } from 'react';
import { ProblemAlert } from '../page/problem-alert';
import { DiscardQuestion } from './discard-question';
import type { Draft } from './draft';
import classes from './form.module.css';
import { OnceButton } from './once-button';
import { Restored } from './restored';
import { withinScreen } from './use-guard';
import { useUnsaved } from './use-unsaved';

interface InPlaceFormProps {
  onSubmit: () => void;
  /** Saved or not: it is closed. */
  onEnd: () => void;
  isBusy: boolean;
  error?: unknown;
  draft: Draft;
  children: ReactNode;
}

/** A form in the place of what it changes. It keeps what is typed as a form at the side does. */
export function InPlaceForm({ onSubmit, onEnd, isBusy, error, draft, children }: InPlaceFormProps) {
  const end = () => {
    draft.discard();
    onEnd();
  };
  const unsaved = useUnsaved({ isDirty: draft.isDirty, error, mayGo: withinScreen, onEnd: end });
  const onForm = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || !draft.isDirty) return;
    unsaved.release();
    onSubmit();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') unsaved.close();
  };
  return (
    <form onSubmit={onForm} onKeyDown={onKeyDown} className={classes.inPlace}>
      {draft.isRestored && <Restored onDiscard={draft.discard} />}
      {children}
      <ProblemAlert error={error} />
      {unsaved.isAsked ? (
        <DiscardQuestion onKeep={unsaved.keep} onDiscard={unsaved.end} />
      ) : (
        <Group gap="xs">
          <OnceButton size="xs" type="submit" disabled={!draft.isDirty} loading={isBusy}>
            Save
          </OnceButton>
          <Button size="xs" variant="default" onClick={unsaved.end}>
            Cancel
          </Button>
        </Group>
      )}
    </form>
  );
}
