import { useMantineColorScheme } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useSignOut } from '../session/use-sign-out';
import type { Deed } from './actions';

/** Does what an action says. */
export function useDeed(): (deed: Deed) => void {
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  return (deed) => {
    if ('to' in deed) void navigate({ to: deed.to, search: deed.search ?? {} });
    else if ('colours' in deed) setColorScheme(deed.colours);
    else if ('href' in deed) window.open(deed.href, '_blank', 'noopener');
    else signOut.mutate();
  };
}
