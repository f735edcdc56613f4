import type { ComponentType } from 'react';
import type { MeDto } from '../api/schema';
import { SCREENS } from '../screens';
import { refusalFor } from '../session/who-may';

/** Where an action leads, or what it does at once. */
export type Deed =
  | { to: string; search?: Record<string, string> }
  | { colours: 'auto' | 'light' | 'dark' }
  | { href: string }
  | { does: 'signOut' };

/** Something to do from anywhere in the console. */
export interface Action {
  id: string;
  label: string;
  /** Words that find it as well. */
  words?: string;
  /** The scopes of which one is needed; everybody signed in may when it is left out. */
  scopes?: readonly string[];
  kind: 'create' | 'show' | 'colours' | 'person' | 'screen';
  deed: Deed;
  icon?: ComponentType<{ size?: number; strokeWidth?: number }>;
}

/** An action, and why somebody may not do it. */
interface OfferedAction extends Action {
  refusal: string | undefined;
}

const creation = (path: string, label: string, scope: string, words: string): Action => ({
  id: `create:${path}`,
  label,
  words: `new add ${words}`,
  scopes: [scope],
  kind: 'create',
  deed: { to: path, search: { create: '1' } },
});

const keys = (id: string, label: string, search: Record<string, string>, words: string): Action => ({
  id,
  label,
  words,
  scopes: ['keys:read'],
  kind: 'show',
  deed: { to: '/keys', search },
});

const colours = (scheme: 'auto' | 'light' | 'dark', label: string): Action => ({
  id: `colours:${scheme}`,
  label,
  words: 'theme scheme appearance mode colors',
  kind: 'colours',
  deed: { colours: scheme },
});

const ACTIONS: readonly Action[] = [
  creation('/keys', 'Create license keys', 'keys:write', 'sell issue'),
  creation('/customers', 'Create a customer', 'customers:write', 'person'),
  creation('/products', 'Create a product', 'products:write', ''),
  creation('/links', 'Create a link', 'links:write', 'short url'),
  creation('/api-keys', 'Create an API key', 'admin', 'secret token'),
  creation('/sales/shops', 'Connect a shop', 'sales:write', 'source stripe paddle gumroad woocommerce sell'),
  creation('/webhooks', 'Create a webhook', 'webhooks:write', 'endpoint url callback send'),
  {
    id: 'issue-license',
    label: 'Issue an offline license',
    words: 'create new air gap request code',
    scopes: ['licenses:sign'],
    kind: 'create',
    deed: { to: '/offline-licenses' },
  },
  {
    id: 'bulk-changes',
    label: 'Show bulk changes',
    words: 'many jobs',
    scopes: ['keys:write'],
    kind: 'show',
    deed: { to: '/keys/bulk' },
  },
  {
    id: 'start',
    label: 'Try a first license check',
    words: 'begin welcome tutorial program client curl',
    scopes: ['keys:write'],
    kind: 'show',
    deed: { to: '/start' },
  },
  {
    id: 'refused',
    label: 'Watch refused checks',
    words: 'live errors why',
    scopes: ['logs:read'],
    kind: 'show',
    deed: { to: '/live', search: { pass: 'false' } },
  },
  keys('disabled-keys', 'Show disabled keys', { disabled: 'true' }, 'license blocked'),
  keys('inactive-keys', 'Show inactive keys', { status: 'false' }, 'license'),
  colours('light', 'Use light colours'),
  colours('dark', 'Use dark colours'),
  colours('auto', 'Use the system’s colours'),
  {
    id: 'reference',
    label: 'Open the API reference',
    words: 'documentation docs help openapi',
    kind: 'person',
    deed: { href: '/docs' },
  },
  {
    id: 'sign-out',
    label: 'Sign out',
    words: 'leave log out logout end session',
    kind: 'person',
    deed: { does: 'signOut' },
  },
];

/** What else the screens are called. Here, since the first screen loads no more of the palette than it needs. */
const WORDS_FOR: Readonly<Record<string, string>> = {
  '/': 'start home statistics charts health expiring refusals',
  '/keys': 'licenses customers find filter',
  '/customers': 'people companies users buyers',
  '/products': 'pid names programs',
  '/sales': 'orders purchases shops sources stripe paddle gumroad inbox mappings',
  '/live': 'logs stream watch refused tail',
  '/events': 'what happened happens feed changes stream tail history',
  '/links': 'short urls qr codes visits',
  '/transfer': 'csv ndjson upload download move file',
  '/api-keys': 'secrets scopes access tokens rotate revoke',
  '/webhooks': 'endpoints deliveries attempts failed send again test callback',
  '/mail': 'mails email smtp templates failed send again reminders',
  '/audit': 'who changed what when history',
  '/signing': 'root key signing keys rotate revoke public',
  '/offline-licenses': 'request code air gap issue QR file device',
  '/sessions': 'signed in people sign out',
  '/doctor': 'health problems findings check the service',
};

const TO_SCREENS: readonly Action[] = SCREENS.filter(({ group }) => group !== undefined).map(
  ({ path, title, scopes, icon }) => ({
    id: `screen:${path}`,
    label: title,
    words: WORDS_FOR[path],
    scopes,
    kind: 'screen',
    icon,
    deed: { to: path },
  }),
);

const PATHS: ReadonlySet<string> = new Set(SCREENS.map(({ path }) => path));

/** Everything that can be done from anywhere: the screens that somebody may see, then what can be created, shown and set by whom. */
export function actionsFor(me: Pick<MeDto, 'scopes' | 'role'>): OfferedAction[] {
  return [...TO_SCREENS, ...ACTIONS]
    .map((action) => ({ ...action, refusal: action.scopes && refusalFor(me, action.scopes) }))
    .filter(({ kind, refusal, deed }) => (kind !== 'screen' || !refusal) && (!('to' in deed) || PATHS.has(deed.to)));
}

/** Whether each word of a text is somewhere in the name of an action or in the words that find it. */
export function isNamedBy({ label, words = '' }: Action, text: string): boolean {
  const named = `${label} ${words}`.toLowerCase();
  return text
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .every((word) => named.includes(word));
}
