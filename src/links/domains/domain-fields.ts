import type { Fields } from '../../platform/fields/field';

/** The fields of a domain except its record id, in the order of the API. The console reads this file too: only type imports. */
export const DOMAIN_FIELDS = {
  host: {
    type: 'text',
    maximum: 126,
    isUnique: true,
    index: 'ux_domains_host',
    docs: {
      shown: 'The host that its links answer on, in lower case, with umlauts as punycode.',
      create:
        'The host that its links will answer on: a name with a dot, without port, up to 126 characters. It stays as it is.',
    },
    example: 'go.example.com',
    sentExample: 'shop.example.com',
    console: {
      label: 'Domain',
      known: [],
      isNeeded: true,
      meaning: 'The name alone; it can’t be changed later. Point its DNS record and your proxy here.',
      placeholder: 'go.example.com',
    },
  },
  rootUrl: {
    type: 'text',
    maximum: 2048,
    none: { called: 'none', sentIn: ['create', 'update'] },
    docs: {
      shown: 'Where the bare domain leads; absent if nowhere.',
      create: 'Where the bare domain leads: an absolute http(s) URL. Nowhere (404) if it is left out.',
      update: 'Where the bare domain leads: an absolute http(s) URL. Empty: nowhere (404).',
    },
    example: 'https://www.example.com/',
    console: {
      label: 'The bare domain leads to',
      known: [],
      meaning: 'Empty: nowhere.',
      placeholder: 'https://www.example.com/',
    },
  },
  notFoundUrl: {
    type: 'text',
    maximum: 2048,
    none: { called: 'none', sentIn: ['create', 'update'] },
    docs: {
      shown: 'Where addresses of the domain lead that are no link; absent if nowhere.',
      create:
        'Where addresses of the domain lead that are no link: an absolute http(s) URL. Nowhere (404) if it is left out.',
      update: 'Where addresses of the domain lead that are no link: an absolute http(s) URL. Empty: nowhere (404).',
    },
    example: 'https://www.example.com/lost',
    console: {
      label: 'Unknown addresses lead to',
      known: [],
      meaning: 'Empty: nowhere; visitors see a small page that says so.',
      placeholder: 'https://www.example.com/lost',
    },
  },
  createdAt: {
    type: 'time',
    docs: { shown: 'When the domain was created, in milliseconds since the Unix epoch.' },
    example: 1767225600000,
    console: { label: 'Created', known: [] },
  },
} as const satisfies Fields;
