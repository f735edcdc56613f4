import type { Role } from '../../platform/settings/open-id';
import type { Scope } from './scope-names';

const VIEWER: readonly Scope[] = [
  'keys:read',
  'customers:read',
  'products:read',
  'plans:read',
  'logs:read',
  'links:read',
  'signing:read',
  'events:read',
  'mail:read',
  'sales:read',
];
const SUPPORT: readonly Scope[] = [...VIEWER, 'check', 'keys:support'];

/** What people may do by their role. The console reads this file too: no code, and only type imports. */
export const SCOPES_OF_ROLE: Readonly<Record<Role, readonly Scope[]>> = {
  viewer: VIEWER,
  support: SUPPORT,
  developer: [
    ...SUPPORT,
    'keys:write',
    'customers:write',
    'products:write',
    'plans:write',
    'links:write',
    'licenses:sign',
    'webhooks:read',
    'webhooks:write',
    'mail:write',
    'sales:write',
  ],
  admin: ['admin'],
};
