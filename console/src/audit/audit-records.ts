import type { operations } from '../api/schema';
import { firstOf, type Search } from '../search-params';

export type AuditQuery = NonNullable<operations['listAuditRecords']['parameters']['query']>;
export type AuditRecord = operations['listAuditRecords']['responses'][200]['content']['application/json'][number];

/** What was done, in words for people. */
export const ACTIONS: Readonly<Record<string, string>> = {
  create: 'Created',
  update: 'Changed',
  delete: 'Deleted',
  rotate: 'Rotated',
  revoke: 'Revoked',
  release: 'Released',
  renew: 'Renewed',
  withdraw: 'Taken back',
};

/** To what it was done. */
export const TARGETS: Readonly<Record<string, string>> = {
  licenseKey: 'License key',
  customer: 'Customer',
  product: 'Product',
  plan: 'Plan',
  release: 'Release',
  source: 'Shop',
  mapping: 'Shop item',
  inboxMessage: 'Shop message',
  order: 'Order',
  link: 'Link',
  domain: 'Domain',
  apiKey: 'API key',
  keySet: 'Key set',
  license: 'Offline license',
  webhook: 'Webhook',
  mail: 'Mail',
  mailTemplate: 'Mail template',
  mailKind: 'Kind of mail',
  session: 'Session',
  database: 'Database',
};

/** The filters that an address may hold, as the API names them. */
export const FILTERS = {
  action: 'Action',
  targetType: 'Kind',
  targetId: 'Record',
  apiKeyId: 'API key',
  address: 'From address',
  requestId: 'Request',
  from: 'Since',
  to: 'Before',
} as const;
export type FilterName = keyof typeof FILTERS;
export const FILTER_NAMES = Object.keys(FILTERS) as FilterName[];

export type AuditFilter = Partial<Record<FilterName, string>>;

/** What the address asks for. */
export function filterOf(search: Search): AuditFilter {
  return Object.fromEntries(
    FILTER_NAMES.map((name) => [name, firstOf(search[name])]).filter(
      ([, value]) => value !== undefined && value !== '',
    ),
  ) as AuditFilter;
}

/** Something to call the record by: its name, or the beginning of its key. */
export function nameOf({ before, after }: AuditRecord): string | undefined {
  const state = after ?? before ?? {};
  return ['name', 'host', 'key', 'jti', 'url'].map((field) => state[field]).find((value) => typeof value === 'string');
}
