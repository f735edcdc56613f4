import type { Screen } from '../screens';
import { LinkIcon } from '../theme/icons';

/** The screens of links, in the order of the navigation. */
export const LINK_SCREENS: readonly Screen[] = [
  {
    path: '/links',
    guide: 'links',
    title: 'Links',
    scopes: ['links:read'],
    group: 'work',
    icon: LinkIcon,
    load: () => import('./links-screen'),
  },
  {
    path: '/visits',
    guide: 'links#measure-a-campaign',
    title: 'Visits',
    scopes: ['links:read'],
    load: () => import('./visits/visits-screen'),
  },
  {
    // Links are /links/$name, and none can be called this.
    path: '/links/domains',
    guide: 'domains',
    title: 'Domains',
    scopes: ['links:read'],
    load: () => import('./domains/domains-screen'),
  },
  {
    path: '/links/$name',
    guide: 'links',
    title: 'Link',
    scopes: ['links:read'],
    load: () => import('./link-screen'),
  },
];
