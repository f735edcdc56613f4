import type { Fields } from '../../platform/fields/field';
import { METADATA } from '../../platform/fields/notes';

/** The fields of a product except its pid, in the order of the API. The console reads this file too: only type imports. */
export const PRODUCT_FIELDS = {
  name: {
    type: 'text',
    isSearched: true,
    maximum: 191,
    docs: {
      shown: 'The name of the product.',
      create: 'The name of the product.',
      update: 'The name of the product.',
    },
    example: 'Tonspur Studio',
    console: { label: 'Name', known: ['title', 'product', 'productname'], isNeeded: true },
  },
  description: {
    type: 'text',
    maximum: 1000,
    none: { called: 'none', sentIn: ['create', 'update'] },
    docs: {
      shown: 'A description for colleagues; absent if there is none.',
      create: 'A description for colleagues: up to 1000 characters.',
      update: 'A description for colleagues: up to 1000 characters. Empty clears it.',
    },
    example: 'Multitrack editor for Windows, macOS and Linux',
    console: { label: 'Description', known: ['about'], meaning: 'For colleagues; programs never see it.' },
  },
  metadata: METADATA,
  createdAt: {
    type: 'time',
    docs: { shown: 'When the record was created, in milliseconds since the Unix epoch.' },
    example: 1767225600000,
    console: { label: 'Created', known: ['created'] },
  },
} as const satisfies Fields;
