import type { Fields } from '../../platform/fields/field';

/** The plain fields of a webhook, in the order of the API. The console reads this file too: only type imports. */
export const WEBHOOK_FIELDS = {
  url: {
    type: 'text',
    maximum: 2048,
    docs: {
      shown: 'Where events are posted to.',
      create:
        'Where events are posted to: https, without a user name or password; `http://` only for a loopback address that WEBHOOK_NETWORKS allows.',
      update: 'Where events are posted to from now on, also those that wait.',
    },
    example: 'https://shop.example.com/hooks/keylink',
    console: { label: 'URL', known: ['address', 'endpoint'], isNeeded: true },
  },
  description: {
    type: 'text',
    maximum: 1000,
    none: { called: 'none', sentIn: ['create', 'update'] },
    docs: {
      shown: 'What it is for; absent if not given.',
      create: 'What it is for: up to 1000 characters.',
      update: 'What it is for: up to 1000 characters. Empty clears it.',
    },
    example: 'Emails customers whose license ends',
    console: { label: 'Description', known: ['about'], meaning: 'For colleagues.' },
  },
  active: {
    type: 'flag',
    default: true,
    docs: {
      shown: 'Whether events are sent; false after it was switched off, by somebody or because nothing reached it.',
      create: 'Whether events are sent; true by default.',
      update: 'Whether events are sent. Switched on, it gets what happens from then on; see `missedAfter`.',
    },
    example: true,
    console: { label: 'Active', known: ['enabled'] },
  },
  createdAt: {
    type: 'time',
    docs: { shown: 'When it was created, in milliseconds since the Unix epoch.' },
    example: 1767225600000,
    console: { label: 'Created', known: ['created'] },
  },
} as const satisfies Fields;
