import { ActionIcon } from '@mantine/core';
import { MenuIcon, SearchIcon } from '../theme/icons';
import { Brand } from './brand';
import classes from './top-bar.module.css';

/** On narrow windows, in place of the navigation beside the screen. */
export function TopBar({ onFind, onNavigate }: { onFind: () => void; onNavigate: () => void }) {
  return (
    <nav aria-label="Top" className={classes.bar}>
      <ActionIcon aria-label="Open the navigation" onClick={onNavigate}>
        <MenuIcon size={20} />
      </ActionIcon>
      <Brand />
      <ActionIcon aria-label="Find anything" onClick={onFind}>
        <SearchIcon size={19} />
      </ActionIcon>
    </nav>
  );
}
