import { SCREENS } from '../screens';
import { mayDo, useMe } from '../session/me';
import type { Entry } from './entry';

/** What can be done from everywhere, beside the screens themselves. */
const ACTIONS: readonly (Entry & { scopes: readonly string[]; words: string })[] = [
  {
    id: 'create-keys',
    label: 'Create license keys',
    to: '/keys',
    search: { create: '1' },
    scopes: ['keys:write'],
    words: 'new add',
  },
  { id: 'bulk-changes', label: 'Bulk changes', to: '/keys/bulk', scopes: ['keys:write'], words: 'many jobs' },
  {
    id: 'disabled-keys',
    label: 'Disabled keys',
    to: '/keys',
    search: { disabled: 'true' },
    scopes: ['keys:read'],
    words: '',
  },
  {
    id: 'inactive-keys',
    label: 'Inactive keys',
    to: '/keys',
    search: { status: 'false' },
    scopes: ['keys:read'],
    words: '',
  },
];

/** The screens and actions that a text names, of those that the signed-in person may use. */
export function useScreensFound(text: string): Entry[] {
  const me = useMe();
  const words = text.trim().toLowerCase().split(/\s+/);
  const matches = (of: string) => words.every((word) => of.toLowerCase().includes(word));
  const screens = SCREENS.filter(({ group, scopes }) => group !== undefined && (!scopes || mayDo(me, ...scopes)))
    .filter((screen) => matches(`${screen.title} ${screen.words ?? ''}`))
    .map(({ path, title }): Entry => ({ id: path, label: title, hint: 'screen', to: path }));
  const paths = new Set(SCREENS.map(({ path }) => path));
  const actions = ACTIONS.filter(({ scopes, to }) => paths.has(to) && mayDo(me, ...scopes)).filter(
    ({ label, words: more }) => matches(`${label} ${more}`),
  );
  return [...screens, ...actions.map(({ id, label, to, search }) => ({ id, label, hint: 'action', to, search }))];
}
