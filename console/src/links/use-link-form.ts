import { useState } from 'react';
import { useDraft } from '../form/draft';
import type { LinkDraft } from './link-fields';

/** What is typed for a link's password; empty where nothing is to change. */
export interface PasswordEntry {
  password: string;
  /** The password is taken away. */
  isGone: boolean;
}

const NO_ENTRY: PasswordEntry = { password: '', isGone: false };

/** The values of a link's form. What is typed as a password doesn't outlive the form. */
export function useLinkForm(name: string, initial: LinkDraft, etag?: string) {
  const [values, setValues, kept] = useDraft(name, initial, etag);
  const [entry, setEntry] = useState(NO_ENTRY);
  const draft = {
    ...kept,
    isDirty: kept.isDirty || entry.password !== '' || entry.isGone,
    discard: () => {
      kept.discard();
      setEntry(NO_ENTRY);
    },
  };
  const clear = (cleared: LinkDraft) => {
    setValues(cleared);
    setEntry(NO_ENTRY);
  };
  return { values, setValues, entry, setEntry, draft, clear };
}

/** As the API takes it. */
export const passwordOf = ({ password, isGone }: PasswordEntry): { password?: string | null } =>
  isGone ? { password: null } : password === '' ? {} : { password };
