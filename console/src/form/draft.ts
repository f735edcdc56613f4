import { useRef, useState } from 'react';
import { forgetDraft, keepDraft, readDraft } from './drafts';

interface Stored<T> {
  /** What the form began with. */
  initial: T;
  typed: T;
}

/** What was typed into a form and is not saved yet. */
export interface Draft {
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
export function useDraft<T extends object>(name: string, initial: T): [T, (change: Change<T>) => void, Draft] {
  const [{ values, isRestored }, setState] = useState(() => {
    const restored = restore(name, initial);
    return { values: restored ?? initial, isRestored: restored !== undefined };
  });
  const base = useRef(initial);
  const isDirty = !isSame(values, initial);
  const latest = useRef(values);
  const set = (change: Change<T>) => {
    latest.current = typeof change === 'function' ? change(latest.current) : change;
    if (isSame(latest.current, base.current)) forgetDraft(name);
    else keepDraft(name, { initial: base.current, typed: latest.current } satisfies Stored<T>);
    setState({ values: latest.current, isRestored });
  };
  const discard = () => {
    forgetDraft(name);
    latest.current = initial;
    base.current = initial;
    setState({ values: initial, isRestored: false });
  };
  return [values, set, { isDirty, isRestored: isRestored && isDirty, forget: () => forgetDraft(name), discard }];
}

/** Whether something was typed into the form and never saved: a screen can open it again. */
export const hasDraft = (name: string) => readDraft(name) !== undefined;

/** What was changed then, on top of what the record is now. */
function restore<T extends object>(name: string, initial: T): T | undefined {
  const stored = readDraft(name) as Stored<Record<string, unknown>> | undefined;
  if (stored === undefined) return undefined;
  const changed = Object.entries(stored.typed).filter(([field, value]) => !isSame(value, stored.initial[field]));
  return { ...initial, ...Object.fromEntries(changed) };
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
