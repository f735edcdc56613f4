import type { Fields } from '../platform/fields/field';
import { CARD } from './cards/card-field';
import { LINK_RULES } from './rules/link-rules';

/** A link's fields except its record id, in API order. The console reads this file too, so import nothing of Node's. */
export const LINK_FIELDS = {
  name: {
    type: 'text',
    maximum: 128,
    isSearched: true,
    docs: { shown: 'The short name as given.' },
    example: 'spring-sale',
    console: {
      label: 'Name',
      known: ['slug', 'short', 'shortcode', 'keyword', 'alias', 'code'],
      isNeeded: true,
    },
  },
  url: {
    type: 'text',
    maximum: 2048,
    docs: { shown: 'The target URL as given.' },
    example: 'https://example.com/sale?utm_source=mail',
    console: {
      label: 'Target',
      known: ['leadsto', 'longurl', 'destination', 'link', 'originalurl'],
      isNeeded: true,
    },
  },
  count: {
    type: 'integer',
    minimum: 0,
    default: 0,
    docs: { shown: 'Visits: how often the redirect was followed.', import: 'Visits so far; 0 when it is left out.' },
    example: 0,
    sentExample: 1200,
    console: { label: 'Visits', known: ['visits', 'clicks', 'hits'] },
  },
  creator: {
    type: 'text',
    maximum: 191,
    index: 'ix_links_creator',
    docs: { shown: 'Name of the API key that created the link.' },
    example: 'first admin key',
    console: { label: 'Created by', known: ['owner', 'author'] },
  },
  creatorID: {
    type: 'text',
    maximum: 64,
    docs: { shown: 'Id of the API key that created the link.' },
    example: '1',
    console: { label: 'Created by (id)', known: ['ownerid', 'authorid'] },
  },
  createdAt: {
    type: 'timeText',
    docs: { shown: 'When the link was created, in milliseconds since the Unix epoch, as text.' },
    example: '1767225600000',
    console: { label: 'Created', known: ['date', 'timestamp', 'datecreated'] },
  },
  expiresAt: {
    type: 'time',
    none: { called: 'none', sentIn: ['create', 'update', 'import'] },
    index: 'ix_links_expiresAt',
    docs: {
      shown: 'When the link expires, in milliseconds since the Unix epoch; absent if it never does.',
      create:
        'When the link expires, in milliseconds since the Unix epoch or as an ISO date, from 2001 on; a time in the past ends it at once. Never if it is left out or 0.',
      update:
        'When the link expires, in milliseconds since the Unix epoch or as an ISO date, from 2001 on; a time in the past ends it at once. 0 clears it.',
      import:
        'When the link expires, in milliseconds since the Unix epoch or as an ISO date, from 1970 on. Never if it is left out or 0.',
    },
    example: 2524608000000,
    console: {
      label: 'Expires',
      known: ['ends', 'expiry', 'validuntil'],
      meaning: 'Empty: never.',
    },
  },
  maxVisits: {
    type: 'integer',
    minimum: 1,
    none: { called: 'no limit', sentIn: ['update'] },
    docs: {
      shown: 'How many visits the link may have; absent if there is no limit.',
      create: 'How many visits the link may have; no limit if it is left out.',
      update: 'How many visits the link may have, including those so far. 0 clears it.',
      import: 'How many visits the link may have; no limit if it is left out.',
    },
    example: 100,
    console: { label: 'Maximum visits', known: ['mostvisits', 'maxclicks', 'limit'], meaning: 'Empty: any number.' },
  },
  title: {
    type: 'text',
    isSearched: true,
    maximum: 200,
    none: { called: 'none', sentIn: ['create', 'update', 'import'] },
    docs: {
      shown: 'What the link is for, in words for colleagues; absent when it has none.',
      create: 'What the link is for, in words for colleagues: up to 200 characters.',
      update: 'What the link is for, in words for colleagues: up to 200 characters. Empty clears it.',
      import: 'What the link is for, in words for colleagues: up to 200 characters.',
    },
    example: 'Spring sale, newsletter',
    console: {
      label: 'Title',
      known: ['description', 'label', 'subject'],
      meaning: 'What it is for. Only colleagues see it.',
    },
  },
  tags: {
    type: 'text',
    isSearched: true,
    format: 'tags',
    maximum: 520,
    none: { called: 'none', sentIn: ['create', 'update', 'import'] },
    docs: {
      shown: 'Tags, separated by commas, in the order of their characters; absent if there are none.',
      create: 'Up to 10 tags of 1 to 50 characters, separated by commas.',
      update:
        'Up to 10 tags of 1 to 50 characters, separated by commas; they replace the former ones. Empty clears them.',
      import: 'Up to 10 tags of 1 to 50 characters, separated by commas.',
    },
    example: 'mail,spring',
    console: {
      label: 'Tags',
      known: ['labels', 'categories', 'groups'],
      meaning: 'Separated by commas.',
      placeholder: 'mail, spring',
    },
  },
  note: {
    type: 'text',
    maximum: 1000,
    hasLines: true,
    isSearched: true,
    none: { called: 'none', sentIn: ['create', 'update', 'import'] },
    docs: {
      shown: 'A note for colleagues, which may have several lines; absent when there is none.',
      create: 'A note for colleagues: up to 1000 characters, in any number of lines. Visitors never see it.',
      update: 'A note for colleagues: up to 1000 characters, in any number of lines. Empty clears it.',
      import: 'A note for colleagues: up to 1000 characters, in any number of lines.',
    },
    example: 'Printed on the flyer; do not rename.',
    console: {
      label: 'Note',
      known: ['notes', 'comment', 'comments', 'remark', 'remarks'],
      meaning: 'For colleagues; visitors never see it.',
    },
  },
  forwardQuery: {
    type: 'flag',
    none: { called: 'no', sentIn: ['create', 'update', 'import'] },
    docs: {
      shown:
        "Whether the query of a visit is handed on to the target, but for names that the target has a value for; absent if it isn't.",
      create:
        "Whether the query of a visit is handed on to the target, but for names that the target has a value for. It isn't if this is left out.",
      update: 'Whether the query of a visit is handed on to the target, but for names that the target has a value for.',
      import: 'Whether the query of a visit is handed on to the target.',
    },
    example: true,
    console: {
      label: 'Hand on the query',
      known: ['forwardparams', 'passquery'],
      meaning:
        'What follows the ? in the short address is passed on to the target, except for what the target sets itself.',
    },
  },
  endedUrl: {
    type: 'text',
    maximum: 2048,
    none: { called: 'none', sentIn: ['create', 'update', 'import'] },
    docs: {
      shown: 'Where visitors are sent once the link has expired or had all its visits; absent if they are told so.',
      create:
        'Where visitors are sent once the link has expired or had all its visits, an absolute http(s) URL of at most 2048 characters. They are told so if it is left out.',
      update:
        'Where visitors are sent once the link has expired or had all its visits, an absolute http(s) URL of at most 2048 characters. Empty clears it.',
      import: 'Where visitors are sent once the link has expired or had all its visits.',
    },
    example: 'https://example.com/offers',
    console: {
      label: 'When it has ended',
      known: ['expiredurl', 'expirationredirect', 'fallbackurl'],
      meaning: 'Where it leads then. Empty: to a page that says so.',
      placeholder: 'https://example.com/offers',
    },
  },
  rules: {
    type: 'json',
    shape: LINK_RULES,
    none: { called: 'none', sentIn: ['create', 'update', 'import'] },
    docs: {
      shown:
        'Rules, of which the first whose conditions a visit meets says where it leads to; absent if all visits lead to `url`.',
      create:
        'At most 20 rules, of which the first whose conditions a visit meets says where it leads to: `device`, `os`, `language` and `country` are lists of values, `from` and `until` times, `query` parameters of the short address with their values (or true for any), `percent` the share of visitors; at most 8192 bytes as JSON.',
      update:
        'At most 20 rules, which replace all that were there; the first whose conditions a visit meets says where it leads to: `device`, `os`, `language` and `country` are lists of values, `from` and `until` times, `query` parameters of the short address with their values (or true for any), `percent` the share of visitors; at most 8192 bytes as JSON. `[]` clears them.',
      import: 'At most 20 rules, in a CSV file as JSON text, of at most 8192 bytes.',
    },
    example: [{ os: ['iOS'], url: 'https://apps.apple.com/app/id1234567890' }],
    console: {
      label: 'Rules',
      known: ['redirectrules'],
      meaning: 'The first rule that a visit matches decides where it leads.',
    },
  },
  card: CARD,
  hasPassword: {
    type: 'flag',
    none: { called: 'no', sentIn: ['import'] },
    docs: {
      shown: "Whether visitors are asked for a password; absent if they aren't. The password itself is in no answer.",
      import:
        'Whether visitors are asked for a password: then the row needs the `password`, unless the link is there already.',
    },
    example: true,
    console: {
      label: 'Has a password',
      known: ['protected', 'passwordprotected'],
    },
  },
  domain: {
    type: 'text',
    maximum: 126,
    index: 'ix_links_domain',
    isSearched: true,
    none: { called: "the service's own address", sentIn: ['create', 'import'] },
    docs: {
      shown: "The domain that the link answers on; absent if it answers at the service's own address.",
      create:
        "The domain that the link will answer on, one of `GET /api/domains`; it stays as it is. The service's own address if it is left out.",
      import: "The domain that the link answers on; the service's own address if it is left out.",
    },
    example: 'go.example.com',
    console: {
      label: 'Domain',
      known: ['host', 'hostname'],
      meaning: 'Empty: the usual address.',
    },
  },
} as const satisfies Fields;
