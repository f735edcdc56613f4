import { UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { BookOpenIcon, LogOutIcon, ChevronsUpDownIcon } from '../theme/icons';
import { Dropdown, DropdownItem, DropdownLabel } from '../page/dropdown';
import { ProblemAlert } from '../page/problem-alert';
import { useMe } from '../session/me';
import { useSignOut } from '../session/use-sign-out';
import classes from './person.module.css';

const SCHEMES = [
  ['auto', 'As the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

/** Who is signed in, how the console looks to them, and the way out. */
export function Person() {
  const me = useMe();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  return (
    <>
      {/* The menu has closed by then: whoever leaves has to know that they are still signed in. */}
      <ProblemAlert error={signOut.error} />
      <Dropdown
        label="You and the console"
        width={212}
        button={(props) => (
          <UnstyledButton {...props} className={classes.person}>
            <span className={classes.initial} aria-hidden>
              {me.name.slice(0, 1).toUpperCase()}
            </span>
            <span className={classes.name}>
              <span>{me.name}</span>
              <small>{me.role ?? (me.scopes.includes('admin') ? 'admin' : me.scopes.join(', '))}</small>
            </span>
            <ChevronsUpDownIcon size={16} aria-hidden />
          </UnstyledButton>
        )}
      >
        <DropdownLabel>Colours</DropdownLabel>
        {SCHEMES.map(([scheme, name]) => (
          <DropdownItem key={scheme} isChosen={colorScheme === scheme} onClick={() => setColorScheme(scheme)}>
            {name}
          </DropdownItem>
        ))}
        <DropdownLabel>keylink {me.version}</DropdownLabel>
        <DropdownItem href="/docs" icon={<BookOpenIcon size={16} aria-hidden />}>
          API reference
        </DropdownItem>
        <DropdownItem icon={<LogOutIcon size={16} aria-hidden />} onClick={() => signOut.mutate()}>
          Sign out
        </DropdownItem>
      </Dropdown>
    </>
  );
}
