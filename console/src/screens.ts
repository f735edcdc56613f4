import { IconKey } from '@tabler/icons-react';
import type { ComponentType } from 'react';

/** A screen of the console: its route, and how navigation and palette tell of it. */
export interface Screen {
  /** Below /console; `$id` stands for a part that varies. */
  path: string;
  title: string;
  /** The scopes of which one is needed to see it; everybody signed in may when it is left out. */
  scopes?: readonly string[];
  /** Its place in the navigation; a screen without one is reached from others. */
  group?: 'work' | 'administration';
  icon?: ComponentType<{ size?: number; stroke?: number }>;
  /** Words under which the palette finds it as well. */
  words?: string;
  load: () => Promise<{ default: ComponentType }>;
}

/** All screens, in the order of the navigation. The first that a person may see is where they start. */
export const SCREENS: readonly Screen[] = [
  {
    path: '/keys',
    title: 'License keys',
    scopes: ['keys:read'],
    group: 'work',
    icon: IconKey,
    words: 'licenses customers find filter',
    load: () => import('./keys/list-screen'),
  },
  { path: '/keys/bulk', title: 'Bulk changes', scopes: ['keys:write'], load: () => import('./keys/bulk/jobs-screen') },
  {
    path: '/keys/bulk/$id',
    title: 'Bulk change',
    scopes: ['keys:write'],
    load: () => import('./keys/bulk/job-screen'),
  },
  { path: '/keys/$id', title: 'License key', scopes: ['keys:read'], load: () => import('./keys/key-screen') },
];
