import type { Fields } from '../../platform/fields/field';
import { METADATA, NOTE } from '../../platform/fields/notes';

/** The fields of a customer except the record id, in the order of the API. The console reads this file too: only type imports. */
export const CUSTOMER_FIELDS = {
  uid: {
    type: 'text',
    maximum: 191,
    isSearched: true,
    index: 'ix_customers_uid',
    docs: {
      shown: 'The uid that license keys name.',
      update: 'A new uid: all license keys of the customer move to it. No other customer may have it.',
    },
    example: 'customer-17',
    console: { label: 'Customer ID', known: ['uid', 'user', 'userid', 'customerid'] },
  },
  name: {
    type: 'text',
    isSearched: true,
    maximum: 191,
    index: 'ix_customers_name',
    none: { called: 'none', sentIn: ['create', 'update'] },
    docs: {
      shown: 'The name of the person or company; absent if unknown.',
      create: 'The name of the person or company.',
      update: 'The name of the person or company. Empty clears it.',
    },
    example: 'Anna Tanaka',
    console: { label: 'Name', known: ['fullname', 'company'] },
  },
  email: {
    type: 'text',
    format: 'email',
    isSearched: true,
    maximum: 254,
    none: { called: 'none', sentIn: ['create', 'update'] },
    docs: {
      shown: 'The email address; absent when there is none.',
      create: 'The email address.',
      update: 'The email address. Empty clears it.',
    },
    example: 'anna.tanaka@example.com',
    console: { label: 'Email', known: ['mail', 'emailaddress'] },
  },
  language: {
    type: 'text',
    format: 'language',
    maximum: 35,
    none: { called: 'none', sentIn: ['create', 'update'] },
    docs: {
      shown: 'The language to write in, as a tag such as `de` or `pt-BR`; absent if unknown.',
      create: 'The language to write in, as a tag such as `de` or `pt-BR`.',
      update: 'The language to write in, as a tag such as `de` or `pt-BR`. Empty clears it.',
    },
    example: 'de',
    console: { label: 'Language', known: ['locale', 'lang'], meaning: 'A tag such as de or pt-BR.' },
  },
  note: NOTE,
  metadata: METADATA,
  createdAt: {
    type: 'time',
    docs: { shown: 'When the record was created, in milliseconds since the Unix epoch.' },
    example: 1767225600000,
    console: { label: 'Created', known: ['created'] },
  },
} as const satisfies Fields;
