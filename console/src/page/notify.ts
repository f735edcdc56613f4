import { useSyncExternalStore } from 'react';

/** How long a note stays, unless it is closed before. */
const SHOWN_MS = 7000;
const MOST = 4;

interface Note {
  id: number;
  message: string;
}

let notes: readonly Note[] = [];
let last = 0;
const listeners = new Set<() => void>();

function set(next: readonly Note[]): void {
  notes = next;
  for (const listener of listeners) listener();
}

export const dismiss = (id: number) => set(notes.filter((note) => note.id !== id));

/** Says for a moment that something was done. Problems stand where they belong, as a `ProblemAlert`. */
export function notify(message: string): void {
  const id = ++last;
  set([...notes, { id, message }].slice(-MOST));
  setTimeout(() => dismiss(id), SHOWN_MS);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useNotes = () => useSyncExternalStore(subscribe, () => notes);
