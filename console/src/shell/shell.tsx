import { Drawer } from '@mantine/core';
import { Outlet, useLocation } from '@tanstack/react-router';
import { createElement, type ReactNode, Suspense, useEffect, useState } from 'react';
import { BusyBanner } from './busy-banner';
import { Navigation } from './navigation';
import classes from './shell.module.css';
import { TopBar } from './top-bar';
import { useFocusOnRoute } from './use-focus-on-route';
import { usePaletteShortcut } from './use-palette-shortcut';

/** What surrounds every screen of those who are signed in. */
export function Shell() {
  const [searching, setSearching] = useState(false);
  const { pathname } = useLocation();
  // The navigation closes when it has led somewhere.
  const [navigatingAt, setNavigatingAt] = useState<string>();
  const stay = () => setNavigatingAt(undefined);
  const palette = usePalette(searching, () => setSearching(false));
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
      {palette}
    </div>
  );
}

type PaletteModule = typeof import('../palette/palette');

/** The palette, loaded after the first screen: when it is called it has to be there, or what is typed at once would be lost. */
function usePalette(isOpened: boolean, onClose: () => void): ReactNode {
  const [loaded, setLoaded] = useState<PaletteModule>();
  useEffect(() => {
    let isWanted = true;
    void import('../palette/palette').then((module) => isWanted && setLoaded(module));
    return () => {
      isWanted = false;
    };
  }, []);
  return isOpened && loaded !== undefined && createElement(loaded.default, { onClose });
}
