import type { EventType } from '../../../clients/typescript/src/event-types';

/** All types of events, in words for people. */
const WORDS: Readonly<Record<EventType, string>> = {
  'licenseKey.created': 'License key created',
  'licenseKey.updated': 'License key changed',
  'licenseKey.disabled': 'License key disabled',
  'licenseKey.enabled': 'License key enabled',
  'licenseKey.deleted': 'License key deleted',
  'licenseKey.expiring': 'License key expires soon',
  'licenseKey.expired': 'License key expired',
  'licenseKey.firstUsed': 'License key first used',
  'licenseKey.begun': 'License key term started',
  'licenseKey.renewed': 'License key renewed',
  'trial.started': 'Trial started',
  'uses.limitReached': 'Meter limit reached',
  'uses.withdrawn': 'Use taken back',
  'device.seated': 'Device got a seat',
  'device.refused': 'Device refused: no seat',
  'device.released': 'Seat released',
  'license.issued': 'Offline license issued',
  'customer.created': 'Customer created',
  'customer.updated': 'Customer changed',
  'customer.deleted': 'Customer erased',
  'product.created': 'Product created',
  'product.updated': 'Product changed',
  'product.deleted': 'Product deleted',
  'plan.created': 'Plan created',
  'plan.updated': 'Plan changed',
  'plan.deleted': 'Plan deleted',
  'order.created': 'Order received',
  'order.updated': 'Order changed',
  'order.waiting': 'Order needs attention',
  'release.created': 'Release registered',
  'release.updated': 'Release changed',
  'release.deleted': 'Release deleted',
  'link.created': 'Link created',
  'link.updated': 'Link changed',
  'link.deleted': 'Link deleted',
  'link.ended': 'Link ended',
  'domain.created': 'Domain created',
  'domain.updated': 'Domain changed',
  'domain.deleted': 'Domain deleted',
  'apiKey.created': 'API key created',
  'apiKey.updated': 'API key changed',
  'apiKey.rotated': 'API key rotated',
  'apiKey.revoked': 'API key revoked',
  'signingKey.rotated': 'Signing key rotated',
  'signingKey.revoked': 'Signing key revoked',
  'bulkChange.ended': 'Bulk change ended',
  'import.ended': 'Import ended',
  'webhook.disabled': 'Webhook switched off',
  'mail.failed': 'Mail failed',
};

const ABOUT: Readonly<Record<string, string>> = {
  licenseKey: 'License keys',
  trial: 'License keys',
  uses: 'License keys',
  device: 'Devices',
  license: 'Offline licenses',
  customer: 'Customers',
  product: 'Products',
  plan: 'Plans',
  order: 'Orders',
  release: 'Releases',
  link: 'Links',
  domain: 'Link domains',
  apiKey: 'API keys',
  signingKey: 'Signing',
  bulkChange: 'Long-running work',
  import: 'Long-running work',
  webhook: 'Webhooks',
  mail: 'Emails',
};

/** A type in words; a newer service may tell of types that this console doesn't know. */
export const inWords = (type: string): string =>
  type === 'test' ? 'Test' : Object.hasOwn(WORDS, type) ? WORDS[type as EventType] : type;

interface TypeGroup {
  about: string;
  types: readonly { type: string; words: string }[];
}

/** All types, by what they are about. */
export const TYPE_GROUPS: readonly TypeGroup[] = [...new Set(Object.values(ABOUT))].map((about) => ({
  about,
  types: Object.entries(WORDS)
    .filter(([type]) => ABOUT[type.split('.')[0]] === about)
    .map(([type, words]) => ({ type, words })),
}));
