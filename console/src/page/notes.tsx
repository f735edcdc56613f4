import { CloseButton } from '@mantine/core';
import classes from './notes.module.css';
import { dismiss, useNotes } from './notify';

/** What `notify` says, in the corner of the window. */
export function Notes() {
  const notes = useNotes();
  return (
    <div className={classes.notes} role="status">
      {notes.map(({ id, message }) => (
        <div key={id} className={classes.note}>
          {message}
          <CloseButton size="sm" aria-label="Close" onClick={() => dismiss(id)} />
        </div>
      ))}
    </div>
  );
}
