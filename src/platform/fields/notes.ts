import type { Field } from './field';

/** Internal remarks about a record. The console reads this file too, so import only types. */
export const NOTE = {
  type: 'text',
  maximum: 1000,
  hasLines: true,
  isSearched: true,
  none: { called: 'none', sentIn: ['create', 'update', 'import'] },
  isPrivate: true,
  changedBy: ['keys:support'],
  docs: {
    shown: 'A note for colleagues, which may have several lines; absent when there is none.',
    create: 'A note for colleagues: up to 1000 characters, in any number of lines. Programs never see it.',
    update: 'A note for colleagues: up to 1000 characters, in any number of lines. Empty clears it.',
    import: 'A note for colleagues: up to 1000 characters, in any number of lines.',
  },
  example: 'Paid by invoice',
  console: {
    label: 'Note',
    known: ['notes', 'comment', 'comments', 'remark', 'remarks'],
    meaning: 'For colleagues; programs never see it.',
    none: 'none',
    width: 200,
  },
} as const satisfies Field;

/** Data of the vendor's own systems about a record. */
export const METADATA = {
  type: 'metadata',
  isSearched: true,
  none: { called: 'none', sentIn: ['create', 'update', 'import'] },
  isPrivate: true,
  docs: {
    shown:
      'Data of your own systems, such as an order number: names with text, numbers, true or false, ordered by name; absent if there is none.',
    create:
      'Data of your own systems: at most 50 names of 1 to 64 characters, with text of up to 500 characters, numbers within 2^53, true or false; at most 4096 bytes as JSON.',
    update:
      'Data of your own systems, which replaces all that was there: at most 50 names of 1 to 64 characters, with text of up to 500 characters, numbers within 2^53, true or false; at most 4096 bytes as JSON. `{}` clears it.',
    import:
      'Data of your own systems, in a CSV file as JSON text: at most 50 names of 1 to 64 characters, with text of up to 500 characters, numbers within 2^53, true or false; at most 4096 bytes.',
  },
  example: { order: 'A-1042', paid: true },
  console: {
    label: 'Metadata',
    known: ['meta', 'custom', 'customfields', 'attributes'],
    meaning: 'Data from your own systems, such as an order number.',
    placeholder: 'order = A-1042',
    none: 'none',
    width: 200,
  },
} as const satisfies Field;
