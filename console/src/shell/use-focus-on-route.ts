import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Leads the focus to the heading of a screen that one came to, as loading a page would; to its field where it begins with one. */
export function useFocusOnRoute(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        if (!pathChanged || fromLocation === undefined) return;
        const first = document.querySelector<HTMLElement>('main [data-autofocus]');
        (first ?? document.querySelector<HTMLElement>('main h1'))?.focus({ preventScroll: true });
      }),
    [router],
  );
}
