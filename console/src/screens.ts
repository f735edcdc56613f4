import {
  ActivityIcon,
  BracesIcon,
  FileBadgeIcon,
  HistoryIcon,
  KeyRoundIcon,
  LayoutDashboardIcon,
  MailIcon,
  PackageIcon,
  RssIcon,
  SignatureIcon,
  StethoscopeIcon,
  ArrowLeftRightIcon,
  UserRoundIcon,
  UsersIcon,
  WebhookIcon,
} from './theme/icons';
import type { ComponentType } from 'react';
import { LINK_SCREENS } from './links/link-screens';
import { SALES_SCREENS } from './sales/sales-screens';

/** A screen of the console: its route, and how navigation and palette tell of it. */
export interface Screen {
  /** Below /console; `$id` stands for a part that varies. */
  path: string;
  title: string;
  /** The scopes of which one is needed to see it; everybody signed in may when it is left out. */
  scopes?: readonly string[];
  /** Its place in the navigation; a screen without one is reached from others. */
  group?: 'work' | 'administration';
  icon?: ComponentType<{ size?: number; strokeWidth?: number }>;
  /** The guide that tells of it, and the heading there. */
  guide?: string;
  load: () => Promise<{ default: ComponentType }>;
}

/** All screens, in the order of the navigation. The first that a person may see is where they start. */
export const SCREENS: readonly Screen[] = [
  {
    path: '/',
    guide: 'console#daily-tasks',
    title: 'Overview',
    group: 'work',
    icon: LayoutDashboardIcon,
    load: () => import('./overview/overview-screen'),
  },
  {
    path: '/keys',
    guide: 'console#finding-something',
    title: 'License keys',
    scopes: ['keys:read'],
    group: 'work',
    icon: KeyRoundIcon,
    load: () => import('./keys/list-screen'),
  },
  {
    path: '/keys/bulk',
    guide: 'console#many-keys-at-once',
    title: 'Bulk changes',
    scopes: ['keys:write'],
    load: () => import('./keys/bulk/jobs-screen'),
  },
  {
    path: '/keys/bulk/$id',
    guide: 'console#many-keys-at-once',
    title: 'Bulk change',
    scopes: ['keys:write'],
    load: () => import('./keys/bulk/job-screen'),
  },
  {
    path: '/keys/$id',
    guide: 'console#a-license-key',
    title: 'License key',
    scopes: ['keys:read'],
    load: () => import('./keys/key-screen'),
  },
  {
    path: '/keys/$id/ask',
    guide: 'console#why-was-it-refused',
    title: 'Ask what a check would answer',
    scopes: ['keys:read'],
    load: () => import('./explain/ask-screen'),
  },
  {
    path: '/logs/$log',
    guide: 'console#why-was-it-refused',
    title: 'Explain a check',
    load: () => import('./explain/explain-screen'),
  },
  {
    path: '/customers',
    guide: 'customers#customers-and-products',
    title: 'Customers',
    scopes: ['customers:read'],
    group: 'work',
    icon: UserRoundIcon,
    load: () => import('./customers/customers-screen'),
  },
  {
    path: '/customers/$uid',
    guide: 'customers#another-uid',
    title: 'Customer',
    scopes: ['customers:read'],
    load: () => import('./customers/customer-screen'),
  },
  {
    path: '/products',
    guide: 'customers#customers-and-products',
    title: 'Products',
    scopes: ['products:read'],
    group: 'work',
    icon: PackageIcon,
    load: () => import('./products/products-screen'),
  },
  {
    path: '/products/$pid',
    guide: 'customers#customers-and-products',
    title: 'Product',
    scopes: ['products:read'],
    load: () => import('./products/product-screen'),
  },
  ...SALES_SCREENS,
  {
    path: '/live',
    guide: 'licensing#live',
    title: 'Live checks',
    scopes: ['logs:read'],
    group: 'work',
    icon: ActivityIcon,
    load: () => import('./live/live-screen'),
  },
  {
    path: '/events',
    guide: 'events',
    title: 'Events',
    scopes: ['events:read'],
    group: 'work',
    icon: RssIcon,
    load: () => import('./events/events-screen'),
  },
  ...LINK_SCREENS,
  {
    path: '/transfer',
    guide: 'moving-in',
    title: 'Import & export',
    scopes: ['keys:read', 'keys:write', 'links:read', 'links:write'],
    group: 'work',
    icon: ArrowLeftRightIcon,
    load: () => import('./transfer/transfer-screen'),
  },
  {
    path: '/api-keys',
    guide: 'api-keys',
    title: 'API keys',
    scopes: ['admin'],
    group: 'administration',
    icon: BracesIcon,
    load: () => import('./api-keys/api-keys-screen'),
  },
  {
    path: '/webhooks',
    guide: 'webhooks',
    title: 'Webhooks',
    scopes: ['webhooks:read'],
    group: 'administration',
    icon: WebhookIcon,
    load: () => import('./webhooks/webhooks-screen'),
  },
  {
    path: '/webhooks/$id',
    guide: 'webhooks#when-a-webhook-failed',
    title: 'Webhook',
    scopes: ['webhooks:read'],
    load: () => import('./webhooks/webhook-screen'),
  },
  {
    path: '/mail',
    guide: 'mail',
    title: 'Mail',
    scopes: ['mail:read'],
    group: 'administration',
    icon: MailIcon,
    load: () => import('./mail/mail-screen'),
  },
  {
    path: '/mail/$kind',
    guide: 'mail#what-emails-say',
    title: 'What an email says',
    scopes: ['mail:read'],
    load: () => import('./mail/template-screen'),
  },
  {
    path: '/audit',
    guide: 'api-keys#who-did-what',
    title: 'Audit',
    scopes: ['admin'],
    group: 'administration',
    icon: HistoryIcon,
    load: () => import('./audit/audit-screen'),
  },
  {
    path: '/signing',
    guide: 'signing',
    title: 'Signing',
    scopes: ['signing:read'],
    group: 'administration',
    icon: SignatureIcon,
    load: () => import('./signing/signing-screen'),
  },
  {
    path: '/offline-licenses',
    guide: 'offline',
    title: 'Offline licenses',
    scopes: ['keys:read', 'licenses:sign'],
    group: 'administration',
    icon: FileBadgeIcon,
    load: () => import('./offline-licenses/offline-licenses-screen'),
  },
  {
    path: '/sessions',
    guide: 'console#signing-in',
    title: 'Sessions',
    group: 'administration',
    icon: UsersIcon,
    load: () => import('./sessions/sessions-screen'),
  },
  {
    path: '/doctor',
    guide: 'operating',
    title: 'Doctor',
    scopes: ['admin'],
    group: 'administration',
    icon: StethoscopeIcon,
    load: () => import('./doctor/doctor-screen'),
  },
  {
    path: '/start',
    guide: 'client',
    title: 'Your first license check',
    scopes: ['keys:write'],
    load: () => import('./first-start/first-start-screen'),
  },
  { path: '/guides/$name', title: 'Guide', load: () => import('./guides/guide-screen') },
];
