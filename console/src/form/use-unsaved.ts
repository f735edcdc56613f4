import { useState } from 'react';
import { type GuardOptions, useGuard } from './use-guard';

interface Unsaved {
  /** Whether to ask if what was typed may go. */
  isAsked: boolean;
  keep: () => void;
  /** It may go. */
  end: () => void;
  /** Somebody turns away from the form: by Escape, by a click beside it. */
  close: () => void;
  /** What was typed is on its way to the service. */
  release: () => void;
}

interface UnsavedOptions extends GuardOptions {
  isDirty: boolean;
  onEnd: () => void;
}

/** What was typed into a form goes only when somebody says so. */
export function useUnsaved({ isDirty, onEnd, ...options }: UnsavedOptions): Unsaved {
  const [isAsking, setAsking] = useState(false);
  const guard = useGuard(isDirty, options);
  const end = () => {
    guard.release();
    setAsking(false);
    onEnd();
    guard.leave();
  };
  return {
    isAsked: isAsking || guard.isAsked,
    keep: () => {
      setAsking(false);
      guard.stay();
    },
    end,
    close: () => (isDirty ? setAsking(true) : end()),
    release: guard.release,
  };
}
