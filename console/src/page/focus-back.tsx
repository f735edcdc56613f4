import { useEffect, useState } from 'react';

/**
 * In a dialog: once that closes, gives the focus back to what opened it, or to the screen's heading where that is gone.
 * Mantine's own way asks for a dialog that stays mounted.
 */
export function FocusBack() {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        // Whatever took it meanwhile keeps it, such as the next dialog.
        if (document.activeElement !== document.body) return;
        const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
        (isThere ? opener : document.querySelector<HTMLElement>('main h1'))?.focus({ preventScroll: true });
      });
    },
    [opener],
  );
  return null;
}
