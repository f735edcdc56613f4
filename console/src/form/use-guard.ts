import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

interface Guard {
  /** Somebody is about to leave: by Back, a link, the palette. */
  isAsked: boolean;
  stay: () => void;
  leave: () => void;
  /** What was typed is on its way to the service, or is not wanted any more: nothing is asked, unless the service refuses. */
  release: () => void;
}

interface Place {
  pathname: string;
}

export interface GuardOptions {
  /** What the service refused it with. */
  error?: unknown;
  /** Where one may go without a question: by default to the sign-in, as `useDraft` keeps what is typed meanwhile. */
  mayGo?: (next: Place, current: Place) => boolean;
}

export const toSignIn = ({ pathname }: Place) => pathname.endsWith('/sign-in');

/** What else the screen shows may change beside a form, filters for example. */
export const withinScreen: GuardOptions['mayGo'] = (next, current) =>
  toSignIn(next) || next.pathname === current.pathname;

/** Asks before a screen is left with something on it that would be lost. */
export function useGuard(isNeeded: boolean, { error, mayGo = toSignIn }: GuardOptions = {}): Guard {
  /** What it was refused with when it was released. */
  const released = useRef<{ error: unknown }>(undefined);
  useEffect(() => {
    if (!isNeeded) released.current = undefined;
  }, [isNeeded]);
  const isArmed = () => {
    const wasRefused = error !== undefined && error !== null && error !== released.current?.error;
    return released.current === undefined || wasRefused;
  };
  const blocker = useBlocker({
    shouldBlockFn: ({ next, current }) => isArmed() && !mayGo(next, current),
    enableBeforeUnload: isArmed,
    disabled: !isNeeded,
    withResolver: true,
  });
  return {
    isAsked: blocker.status === 'blocked',
    stay: () => blocker.reset?.(),
    leave: () => blocker.proceed?.(),
    release: () => {
      released.current = { error };
    },
  };
}
