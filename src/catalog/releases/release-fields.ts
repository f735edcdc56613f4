import type { Fields } from '../../platform/fields/field';

const CHANGED = ['create', 'update'] as const;

/** The fields of a release except its record id, in the order of the API. The console reads this file too: only type imports. */
export const RELEASE_FIELDS = {
  product: {
    type: 'integer',
    maximum: 2_147_483_647,
    docs: { shown: 'The pid of the product that the release is of.' },
    example: 6,
    console: { label: 'Product', known: [] },
  },
  version: {
    type: 'text',
    format: 'version',
    maximum: 64,
    docs: {
      shown: 'The version.',
      create:
        'The version: 1 to 4 numbers with dots, optionally with a leading "v", and behind them a pre-release and a build as in Semantic Versioning. It stays as it is. `2.1`, `v2.1.0` and `2.1.0+build.7` are the same version.',
    },
    example: '2.1.0',
    console: {
      label: 'Version',
      known: [],
      isNeeded: true,
      meaning: 'One to four numbers, such as 2.1 or 2.1.0-beta.2; it can’t be changed later.',
      placeholder: '2.1.0',
    },
  },
  platform: {
    type: 'text',
    format: 'code',
    maximum: 64,
    default: 'any',
    docs: {
      shown: 'What the file is for; `any` for everything.',
      create:
        'What the file is for, in words of your own: up to 64 lower-case letters, digits, ".", "_" and "-", such as `darwin-aarch64`. `any`, which is the default, is offered on every platform. It stays as it is.',
    },
    example: 'any',
    console: {
      label: 'Platform',
      known: [],
      meaning: 'What the file is for, such as darwin-aarch64; “any” is offered everywhere.',
      placeholder: 'any',
    },
  },
  channel: {
    type: 'text',
    format: 'code',
    maximum: 32,
    default: 'stable',
    docs: {
      shown: 'Who is offered it: `stable` for everybody, another one for those who ask for it.',
      create:
        'Who is offered it: `stable`, which is the default, for everybody; another one, such as `beta`, for those who ask for it.',
      update:
        'Who is offered it from now on: `stable` for everybody; another one, such as `beta`, for those who ask for it.',
    },
    example: 'stable',
    console: {
      label: 'Channel',
      known: [],
      meaning: 'Everybody is offered “stable”; another channel, such as beta, is for those who ask for it.',
      placeholder: 'stable',
    },
  },
  releasedAt: {
    type: 'time',
    default: 0,
    docs: {
      shown: 'When it was or will be released, in milliseconds since the Unix epoch.',
      create:
        'When it was or will be released, in milliseconds since the Unix epoch or as an ISO date, from 2001 on; now if it is left out. Before that time nobody is offered it.',
      update:
        'When it was or will be released, in milliseconds since the Unix epoch or as an ISO date, from 2001 on. License keys with `updatesUntil` are judged by it from their next check on.',
    },
    example: 1767225600000,
    console: {
      label: 'Released',
      known: [],
      meaning: 'License keys whose updates ended before that time can’t use it. Empty: now.',
    },
  },
  url: {
    type: 'text',
    format: 'webAddress',
    maximum: 1000,
    docs: {
      shown: 'Where the file is.',
      create: 'Where the file is: an http or https address of at most 1000 characters, without a password.',
      update: 'Where the file is: an http or https address of at most 1000 characters, without a password.',
    },
    example: 'https://downloads.example.com/App-2.1.0-full.nupkg',
    console: {
      label: 'File',
      known: [],
      isNeeded: true,
      meaning: 'Where the file is; keylink tells programs the address, and hosts no files.',
      placeholder: 'https://downloads.example.com/app-2.1.0.zip',
    },
  },
  sha256: {
    type: 'text',
    format: 'sha256',
    maximum: 64,
    none: { called: 'none', sentIn: CHANGED },
    docs: {
      shown: 'The SHA-256 of the file, in hexadecimal; absent if it was not given.',
      create: 'The SHA-256 of the file: 64 hexadecimal digits in lower case.',
      update: 'The SHA-256 of the file: 64 hexadecimal digits in lower case. Empty clears it.',
    },
    example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    console: { label: 'SHA-256', known: [], none: 'none' },
  },
  sha1: {
    type: 'text',
    format: 'sha1',
    maximum: 40,
    none: { called: 'none', sentIn: CHANGED },
    docs: {
      shown: 'The SHA-1 of the file, in hexadecimal; absent if it was not given.',
      create:
        'The SHA-1 of a package for Squirrel.Windows, which needs it: 40 hexadecimal digits in lower case. The name of the file has the version then: `App-2.1.0-full.nupkg`.',
      update:
        'The SHA-1 of a package for Squirrel.Windows: 40 hexadecimal digits in lower case. The name of the file has the version then: `App-2.1.0-full.nupkg`. Empty clears it.',
    },
    example: 'da39a3ee5e6b4b0d3255bfef95601890afd80709',
    console: { label: 'SHA-1', known: [], meaning: 'Squirrel.Windows needs it, and the size.', none: 'none' },
  },
  size: {
    type: 'integer',
    minimum: 1,
    none: { called: 'unknown', sentIn: CHANGED },
    docs: {
      shown: 'The size of the file in bytes; absent if it was not given.',
      create: 'The size of the file in bytes. Sparkle and Squirrel.Windows need it.',
      update: 'The size of the file in bytes. 0 clears it.',
    },
    example: 7340032,
    console: { label: 'Size in bytes', known: [], meaning: 'Sparkle and Squirrel.Windows need it.', none: 'unknown' },
  },
  signature: {
    type: 'text',
    maximum: 1024,
    none: { called: 'none', sentIn: CHANGED },
    docs: {
      shown: "The file's signature for the updater; absent if there is none.",
      create:
        "The file's signature for the updater: what Tauri's `.sig` file has, or the `sparkle:edSignature` of Sparkle's `sign_update`. At most 1024 characters.",
      update: "The file's signature for the updater, of at most 1024 characters. Empty clears it.",
    },
    example: '7cLALFUHSwvEJWSkV8aMreoBe4fhRa4FncC5NoThKxwThL6FDR7hTiPJh1fo2uagnPogisnQsgFgq6mGkt2RBw==',
    console: {
      label: 'Signature',
      known: [],
      meaning: 'Tauri and Sparkle need it: what their tools print when they sign the file.',
      none: 'none',
    },
  },
  notes: {
    type: 'text',
    maximum: 4000,
    hasLines: true,
    none: { called: 'none', sentIn: CHANGED },
    docs: {
      shown: 'What is new, as plain text; absent if nothing is said.',
      create: 'What is new, as plain text in any number of lines: up to 4000 characters. Updaters show it.',
      update: 'What is new, as plain text in any number of lines: up to 4000 characters. Empty clears it.',
    },
    example: 'Exports are twice as fast.',
    console: { label: 'Notes', known: [], meaning: 'What is new, as plain text; updaters show it.', none: 'none' },
  },
  createdAt: {
    type: 'time',
    docs: { shown: 'When the record was created, in milliseconds since the Unix epoch.' },
    example: 1767225600000,
    console: { label: 'Created', known: [] },
  },
} as const satisfies Fields;
