import { useRef, useState } from 'react';
import { forgetDraft, keepDraft, readDraft } from './drafts';

interface Stored<T> {
  /** What the form began with. */
  initial: T;
  typed: T;
  /** Of the record as it was then. */
  etag?: string;
}

/** What was typed into a form and is not saved yet. */
export interface Draft<T = unknown> {
  /** What the form began with, whatever becomes of the record meanwhile. */
  base: T;
  /** Of the record that it is based on. */
  etag?: string;
  isDirty: boolean;
  /** The form begins with what was typed before. */
  isRestored: boolean;
  /** Once it is saved. */
  forget: () => void;
  /** Begins anew. */
  discard: () => void;
}

type Change<T> = T | ((before: T) => T);

/**
 * The values of the form called `name`, such as "link 7": the tab keeps them until they are saved or discarded, over the
 * end of a session too. They have to survive `JSON`, and hold no secrets.
 */
export function useDraft<T extends object>(
  name: string,
  initial: T,
  etag?: string,
): [T, (change: Change<T>) => void, Draft<T>] {
  const [state, setState] = useState(() => {
    const restored = restore(name, initial);
    const isRestored = restored !== undefined;
    return { values: restored?.values ?? initial, isRestored, base: initial, etag: restored?.etag ?? etag };
  });
  const { values, isRestored, base } = state;
  // The record may have changed under an untouched form; once it is saved, it is as typed.
  const isDirty = !isSame(values, initial) && !isSame(values, base);
  const latest = useRef(values);
  const set = (change: Change<T>) => {
    latest.current = typeof change === 'function' ? change(latest.current) : change;
    if (isSame(latest.current, base)) forgetDraft(name);
    else keepDraft(name, { initial: base, typed: latest.current, etag: state.etag } satisfies Stored<T>);
    setState({ ...state, values: latest.current });
  };
  const discard = () => {
    forgetDraft(name);
    latest.current = initial;
    setState({ values: initial, isRestored: false, base: initial, etag });
  };
  const draft = { base, etag: state.etag, isDirty, isRestored: isRestored && isDirty, discard };
  return [values, set, { ...draft, forget: () => forgetDraft(name) }];
}

/** Whether something was typed into the form and never saved: a screen can open it again. */
export const hasDraft = (name: string) => readDraft(name) !== undefined;

/** What was changed then, on top of what the record is now. */
function restore<T extends object>(name: string, initial: T): { values: T; etag?: string } | undefined {
  const stored = readDraft(name) as Stored<Record<string, unknown>> | undefined;
  if (stored === undefined) return undefined;
  const changed = Object.entries(stored.typed).filter(([field, value]) => !isSame(value, stored.initial[field]));
  return { values: { ...initial, ...Object.fromEntries(changed) }, etag: stored.etag };
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
