import type { Field } from '../../platform/fields/field';

/** Reason for a change: only kept in the audit. The console reads this file too, so import only types. */
export const REASON = {
  type: 'text',
  maximum: 200,
  none: { called: 'none', sentIn: ['update'] },
  docs: {
    shown: 'Why it was changed, in the words of the person who did it; absent when no reason was given.',
    update: 'Why, for the audit: up to 200 characters. It changes nothing by itself, and is not kept with the record.',
  },
  example: 'Paid back on 12 May',
  console: { label: 'Reason', known: [], meaning: 'Kept in the audit, and shown to whoever asks why.', none: 'none' },
} as const satisfies Field;
