import type { Fields } from '../../platform/fields/field';

/** The plain fields of a source, in the order of the API. The console reads this file too: only type imports. */
export const SOURCE_FIELDS = {
  name: {
    type: 'text',
    maximum: 191,
    docs: {
      shown: 'What people call it.',
      create: 'What people call it: up to 191 characters.',
      update: 'What people call it: up to 191 characters.',
    },
    example: 'Our shop',
    console: { label: 'Name', known: ['title'], isNeeded: true },
  },
  active: {
    type: 'flag',
    default: true,
    docs: {
      shown: 'Whether what the shop sends is taken; if not, it is answered 404 and the shop tries again.',
      create: 'Whether what the shop sends is taken; true by default.',
      update: 'Whether what the shop sends is taken.',
    },
    example: true,
    console: { label: 'Active', known: ['enabled'] },
  },
  apiUrl: {
    type: 'text',
    maximum: 500,
    none: { called: "the shop's own", sentIn: ['create', 'update'] },
    docs: {
      shown: "Where the shop's API is, if not where it is for everybody.",
      create:
        "Where the shop's API is, if not where it is for everybody: needed for WooCommerce, and for Paddle's sandbox.",
      update: "Where the shop's API is. Empty: where it is for everybody.",
    },
    example: 'https://sandbox-api.paddle.com',
    console: {
      label: 'Address of the API',
      known: ['api'],
      meaning: 'For WooCommerce, the address of the shop; for Paddle’s sandbox, https://sandbox-api.paddle.com.',
      placeholder: 'https://shop.example.com',
    },
  },
  createdAt: {
    type: 'time',
    docs: { shown: 'When it was created, in milliseconds since the Unix epoch.' },
    example: 1767225600000,
    console: { label: 'Created', known: ['created'] },
  },
} as const satisfies Fields;
