import { useMutation } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { ChangedMeanwhile } from './changed-meanwhile';
import type { Draft } from './draft';
import { FormDrawer } from './form-drawer';

interface EditDrawerProps<Saved> {
  title: string;
  draft: Draft;
  /** What differs from the record, as the API takes it. */
  change: object;
  isComplete?: boolean;
  /** What is asked where somebody else changed the record meanwhile. */
  compared: Pick<ComponentProps<typeof ChangedMeanwhile>, 'fields' | 'target' | 'read'> & {
    /** The change in words of its own. */
    readonly change?: object;
  };
  /** Saves the change on the state of this tag. */
  save: (etag: string | undefined) => Promise<Saved>;
  /** Closes the form too. */
  onSaved: (saved: Saved) => unknown;
  /** Once what was typed has given way to what somebody else saved. */
  reread: () => unknown;
  onClose: () => void;
  isErrorAtField?: (error: unknown) => boolean;
  children: ReactNode | ((error: unknown) => ReactNode);
}

/** A form that changes a record, at the side of the screen. What somebody else saved meanwhile is never overwritten unasked. */
export function EditDrawer<Saved>(props: EditDrawerProps<Saved>) {
  const { title, draft, change, isComplete = true, compared, save, onSaved, reread, onClose } = props;
  const { isErrorAtField, children } = props;
  const saving = useMutation({
    mutationFn: save,
    onSuccess: (saved) => {
      draft.forget();
      return onSaved(saved);
    },
  });
  const takeTheirs = () => {
    // Before the form closes by leaving its address, which asks about what is typed in it.
    flushSync(draft.discard);
    onClose();
    void reread();
  };
  return (
    <FormDrawer
      title={title}
      opened
      onClose={onClose}
      onSubmit={() => saving.mutate(draft.etag)}
      submit="Save"
      isBusy={saving.isPending}
      canSubmit={Object.keys(change).length > 0 && isComplete}
      error={saving.error}
      isErrorAtField={isErrorAtField?.(saving.error)}
      draft={draft}
    >
      {typeof children === 'function' ? children(saving.error) : children}
      <ChangedMeanwhile
        change={change}
        {...compared}
        error={saving.error}
        isBusy={saving.isPending}
        onKeep={saving.mutate}
        onTake={takeTheirs}
        onClose={saving.reset}
      />
    </FormDrawer>
  );
}
