import { Button, Group } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { SideDialog } from '../page/dialog';
import { ProblemAlert } from '../page/problem-alert';
import { DiscardQuestion } from './discard-question';
import type { Draft } from './draft';
import classes from './form.module.css';
import { OnceButton } from './once-button';
import { Restored } from './restored';
import { useUnsaved } from './use-unsaved';

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
  /** The error stands at the field that it is about. */
  isErrorAtField?: boolean;
  /** Keeps what is typed over the end of a session (`useDraft`). */
  draft?: Draft;
  children: ReactNode;
}

const FIELD = 'input:not([type="hidden"]), select, textarea';

/** Where no field asks for the focus, the first one has it as the form opens, and not what closes it. */
function focusFirst(form: HTMLFormElement | null): void {
  if (form?.querySelector('[data-autofocus]') === null) form.querySelector(FIELD)?.setAttribute('data-autofocus', '');
}

/**
 * A form at the side of the screen: fields, the API's answer when it refuses, one button that does it. What was typed goes
 * only when somebody says so: a click beside it, Escape and Back ask.
 */
export function FormDrawer(props: FormDrawerProps) {
  const {
    title,
    opened,
    onClose,
    onSubmit,
    submit,
    isBusy,
    canSubmit = true,
    error,
    isErrorAtField,
    draft,
    children,
  } = props;
  const [isTyped, setTyped] = useState(false);
  const isDirty = draft?.isDirty ?? isTyped;
  const onEnd = () => {
    setTyped(false);
    draft?.discard();
    onClose();
  };
  const unsaved = useUnsaved({ isDirty: opened && isDirty, error, onEnd });
  const onForm = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || !canSubmit) return;
    unsaved.release();
    onSubmit();
  };
  return (
    <SideDialog opened={opened} onClose={unsaved.close} title={title}>
      <form ref={focusFirst} onSubmit={onForm} onChange={() => setTyped(true)} className={classes.form}>
        {draft?.isRestored && <Restored onDiscard={draft.discard} />}
        {children}
        {isErrorAtField !== true && <ProblemAlert error={error} />}
        <div className={classes.foot}>
          {unsaved.isAsked ? (
            <DiscardQuestion onKeep={unsaved.keep} onDiscard={unsaved.end} />
          ) : (
            <Group justify="flex-end">
              <Button variant="default" onClick={unsaved.end}>
                Cancel
              </Button>
              <OnceButton type="submit" loading={isBusy} disabled={!canSubmit}>
                {submit}
              </OnceButton>
            </Group>
          )}
        </div>
      </form>
    </SideDialog>
  );
}
