import { UnstyledButton } from '@mantine/core';
import { SearchIcon } from '../theme/icons';
import { Link, useLocation } from '@tanstack/react-router';
import { type Screen, SCREENS } from '../screens';
import { mayDo, useMe } from '../session/me';
import { Person } from './person';
import { Brand } from './brand';
import classes from './navigation.module.css';
import { PALETTE_KEYS } from './use-palette-shortcut';

const isMac = navigator.platform.startsWith('Mac');

/** The screens that the signed-in person may see. */
export function Navigation({ onFind, bare }: { onFind?: () => void; bare?: boolean }) {
  const me = useMe();
  const seen = SCREENS.filter(({ scopes }) => scopes === undefined || mayDo(me, ...scopes));
  const ofGroup = (wanted: Screen['group']) => seen.filter(({ group }) => group === wanted);
  return (
    <div className={classes.navigation}>
      {!bare && (
        <div className={classes.head}>
          <Brand />
          <UnstyledButton className={classes.find} onClick={onFind} aria-keyshortcuts={PALETTE_KEYS}>
            <SearchIcon size={16} strokeWidth={1.8} aria-hidden />
            <span>Find anything</span>
            <kbd>{isMac ? '⌘K' : 'Ctrl K'}</kbd>
          </UnstyledButton>
        </div>
      )}
      <nav aria-label="Screens">
        <NavigationGroup screens={ofGroup('work')} />
        <NavigationGroup name="Administration" screens={ofGroup('administration')} />
      </nav>
      <Person />
    </div>
  );
}

function NavigationGroup({ name, screens }: { name?: string; screens: readonly Screen[] }) {
  const { pathname } = useLocation();
  if (screens.length === 0) return null;
  return (
    <>
      {name !== undefined && <h2 className={classes.group}>{name}</h2>}
      <ul className={classes.list} aria-label={name}>
        {screens.map(({ path, title, icon: Icon }) => (
          <li key={path}>
            <Link
              to={path}
              className={classes.link}
              activeOptions={{ exact: path === '/', includeSearch: false }}
              // A check is one of a license key.
              aria-current={path === '/keys' && pathname.startsWith('/logs') ? 'true' : undefined}
            >
              {Icon !== undefined && <Icon size={18} strokeWidth={1.7} />}
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
