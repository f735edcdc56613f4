/** What an API key may do; `admin` includes all other scopes and the management of API keys. */
export const SCOPES = [
  'keys:read',
  'keys:write',
  'keys:disable',
  'keys:support',
  'logs:read',
  'check',
  'customers:read',
  'customers:write',
  'products:read',
  'products:write',
  'links:read',
  'links:write',
  'devices:write',
  'licenses:sign',
  'signing:read',
  'signing:write',
  'webhooks:read',
  'webhooks:write',
  'metrics',
  'admin',
] as const;
export type Scope = (typeof SCOPES)[number];
