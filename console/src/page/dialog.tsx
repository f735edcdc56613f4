import { Drawer, type DrawerProps, Modal, type ModalProps } from '@mantine/core';
import { useEffect, useState } from 'react';

const CLOSE = { 'aria-label': 'Close' };

/** A dialog in the middle of the page. */
export function Dialog({ children, ...props }: ModalProps) {
  return (
    <Modal closeButtonProps={CLOSE} {...props}>
      <FocusBack />
      {children}
    </Modal>
  );
}

/** A dialog along the page's right side, for what is longer. */
export function SideDialog({ children, ...props }: DrawerProps) {
  return (
    <Drawer closeButtonProps={CLOSE} {...props}>
      <FocusBack />
      {children}
    </Drawer>
  );
}

/**
 * Once the dialog closes, gives the focus back to what opened it, or to the screen's heading where that is gone. Mantine's own way asks
 * for a dialog that stays mounted.
 */
function FocusBack() {
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
