import { Drawer } from '@mantine/core';
import { Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { BusyBanner } from './busy-banner';
import { Navigation } from './navigation';
import classes from './shell.module.css';
import { TopBar } from './top-bar';
import { useFocusOnRoute } from './use-focus-on-route';
import { usePaletteShortcut } from './use-palette-shortcut';

const loadPalette = () => import('../palette/palette');
const Palette = lazy(loadPalette);

/** What surrounds every screen of those who are signed in. */
export function Shell() {
  const [searching, setSearching] = useState(false);
  const { pathname } = useLocation();
  // The navigation closes when it has led somewhere.
  const [navigatingAt, setNavigatingAt] = useState<string>();
  const stay = () => setNavigatingAt(undefined);
  // It has to be there when it is called: what is typed at once must not be lost.
  useEffect(() => void loadPalette(), []);
  useFocusOnRoute();
  usePaletteShortcut(() => setSearching(true));
  const find = () => setSearching(true);
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#screen">
        Skip to the screen
      </a>
      <TopBar onFind={find} onNavigate={() => setNavigatingAt(pathname)} />
      <aside className={classes.side}>
        <Navigation onFind={find} />
      </aside>
      <Drawer
        opened={navigatingAt === pathname}
        onClose={stay}
        position="left"
        size={280}
        padding="xs"
        title="keylink"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Navigation bare />
      </Drawer>
      <main id="screen" className={classes.screen} tabIndex={-1}>
        <BusyBanner />
        <Suspense>
          <Outlet />
        </Suspense>
      </main>
      {searching && (
        <Suspense>
          <Palette onClose={() => setSearching(false)} />
        </Suspense>
      )}
    </div>
  );
}
