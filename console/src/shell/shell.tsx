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
  // What is looked for; undefined while nobody looks for anything.
  const [sought, setSought] = useState<string>();
  const { pathname } = useLocation();
  // The navigation closes when it has led somewhere.
  const [navigatingAt, setNavigatingAt] = useState<string>();
  const stay = () => setNavigatingAt(undefined);
  const palette = usePalette(sought, setSought);
  const find = () => setSought('');
  useFocusOnRoute();
  usePaletteShortcut(find);
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
        styles={{ title: { paddingInlineStart: 22 } }}
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

/** The palette, loaded after the first screen. What is typed before it is there goes on in it. */
function usePalette(sought: string | undefined, onSought: (text?: string) => void): ReactNode {
  const [loaded, setLoaded] = useState<PaletteModule>();
  useEffect(() => {
    let isWanted = true;
    void import('../palette/palette').then((module) => isWanted && setLoaded(module));
    return () => {
      isWanted = false;
    };
  }, []);
  if (sought === undefined) return null;
  if (loaded) return createElement(loaded.default, { sought, onClose: () => onSought() });
  return (
    <search>
      <input
        className={classes.sought}
        aria-label="Find anything"
        autoFocus
        value={sought}
        onChange={(event) => onSought(event.currentTarget.value)}
        onKeyDown={({ key }) => key === 'Escape' && onSought()}
      />
    </search>
  );
}
