import { Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconLogout, IconSelector } from '@tabler/icons-react';
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
    <Menu position="top-start" width={220} radius="md">
      <Menu.Target>
        <UnstyledButton className={classes.person}>
          <span className={classes.initial} aria-hidden>
            {me.name.slice(0, 1).toUpperCase()}
          </span>
          <span className={classes.name}>
            <span>{me.name}</span>
            <small>{me.role ?? (me.scopes.includes('admin') ? 'admin' : me.scopes.join(', '))}</small>
          </span>
          <IconSelector size={16} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Colours</Menu.Label>
        {SCHEMES.map(([scheme, name]) => (
          <Menu.Item
            key={scheme}
            role="menuitemradio"
            aria-checked={colorScheme === scheme}
            closeMenuOnClick={false}
            rightSection={colorScheme === scheme && <IconCheck size={15} aria-hidden />}
            onClick={() => setColorScheme(scheme)}
          >
            {name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item component="a" href="/docs" target="_blank" rel="noreferrer">
          Documentation of the API
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => signOut.mutate()}>
          Sign out
        </Menu.Item>
        <Menu.Label>keylink {me.version}</Menu.Label>
      </Menu.Dropdown>
    </Menu>
  );
}
