import type { Fields } from '../../platform/fields/field';
import { METADATA } from '../../platform/fields/notes';

const CHANGED = ['create', 'update'] as const;

/** The fields of a plan except its record id, in the order of the API. The console reads this file too: only type imports. */
export const PLAN_FIELDS = {
  product: {
    type: 'integer',
    maximum: 2_147_483_647,
    docs: { shown: 'The pid of the product that the plan is for.' },
    example: 6,
    console: { label: 'Product', known: [] },
  },
  code: {
    type: 'text',
    isSearched: true,
    format: 'code',
    maximum: 64,
    docs: {
      shown: 'What license keys name the plan by; no other plan of the product has it.',
      create:
        'What license keys will name the plan by: up to 64 lower-case letters, digits, ".", "_" and "-". It stays as it is.',
    },
    example: 'pro',
    console: {
      label: 'Code',
      known: [],
      isNeeded: true,
      meaning: 'What license keys name the plan by; it can’t be changed later.',
      placeholder: 'pro',
    },
  },
  name: {
    type: 'text',
    isSearched: true,
    maximum: 191,
    docs: { shown: 'The name of the plan.', create: 'The name of the plan.', update: 'The name of the plan.' },
    example: 'Pro',
    console: { label: 'Name', known: [], isNeeded: true },
  },
  duration: {
    type: 'text',
    format: 'duration',
    maximum: 16,
    none: { called: 'no end', sentIn: CHANGED },
    docs: {
      shown: 'How long a license key runs: an ISO 8601 duration; absent if it never ends.',
      create:
        'How long a license key runs, by the calendar: an ISO 8601 duration of years, months and days, or of weeks. It never ends if it is left out or empty.',
      update:
        'How long a license key runs from now on, by the calendar: an ISO 8601 duration of years, months and days, or of weeks. Empty: it never ends. Keys that have begun keep their `expiresAt`.',
    },
    example: 'P1Y',
    console: {
      label: 'Runs for',
      known: [],
      meaning: 'How long a new key runs: P14D is 14 days, P1M a month, P1Y a year. Empty: for ever.',
      placeholder: 'P1Y',
      none: 'for ever',
    },
  },
  starts: {
    type: 'text',
    maximum: 16,
    choices: ['creation', 'firstCheck'],
    default: 'creation',
    docs: {
      shown: 'When that time begins: as the key is created, or with the first check that passes.',
      create:
        'When that time begins: `creation` of the key, which is the default, or `firstCheck`, the first check that passes.',
      update: 'When that time begins: `creation` of the key, or `firstCheck`, the first check that passes.',
    },
    example: 'creation',
    console: {
      label: 'Begins with',
      known: [],
      meaning: 'Whether the time begins when the key is created or first used.',
    },
  },
  graceDays: {
    type: 'integer',
    minimum: 1,
    maximum: 365,
    none: { called: 'none', sentIn: CHANGED },
    docs: {
      shown: 'For how many days after its end a license key still passes; absent if for none.',
      create: 'For how many days after its end a license key still passes, 1 to 365; none if it is left out or 0.',
      update: 'For how many days after its end a license key still passes, 1 to 365. 0: for none.',
    },
    example: 7,
    console: {
      label: 'Grace',
      known: [],
      meaning: 'For how many days after its end a key still passes; the answer says until when.',
      none: 'none',
      unit: 'day',
    },
  },
  trial: {
    type: 'flag',
    default: false,
    docs: {
      shown: 'Whether the plan is a trial, which programs start themselves, once for each device.',
      create:
        'Whether the plan is a trial, which programs start themselves, once for each device; false when left out.',
      update: 'Whether the plan is a trial, which programs start themselves, once for each device.',
    },
    example: false,
    console: {
      label: 'Trial',
      known: [],
      meaning: 'Programs start it themselves, once for each device; nobody needs to create a key.',
    },
  },
  seats: {
    type: 'integer',
    minimum: 1,
    maximum: 1_000_000,
    none: { called: 'no limit', sentIn: CHANGED },
    docs: {
      shown: "How many devices may use a license key at a time; absent if its devices aren't counted.",
      create:
        "How many devices may use a license key at a time, 1 to 1000000; devices aren't counted if it is left out or 0.",
      update: "How many devices may use a license key at a time, 1 to 1000000. 0: devices aren't counted.",
    },
    example: 3,
    console: {
      label: 'Seats',
      known: [],
      meaning: 'How many devices may use a key at a time. Empty: devices aren’t counted.',
      placeholder: 'not counted',
      none: 'not counted',
      unit: 'seat',
    },
  },
  leaseSeconds: {
    type: 'integer',
    minimum: 60,
    maximum: 2_592_000,
    none: { called: 'seats without an end', sentIn: CHANGED },
    docs: {
      shown: 'Seconds without a check after which a device loses its seat; absent if it keeps it until it is released.',
      create:
        'Seconds without a check after which a device loses its seat, 60 to 2592000; it keeps it until it is released if this is left out or 0.',
      update:
        'Seconds without a check after which a device loses its seat, 60 to 2592000. 0: it keeps it until it is released.',
    },
    example: 2592000,
    console: {
      label: 'Lease',
      known: [],
      meaning: 'How long a device keeps its seat without a check.',
      none: 'until released',
      unit: 'duration',
    },
  },
  entitlements: {
    type: 'metadata',
    areCodes: true,
    none: { called: 'none', sentIn: CHANGED },
    docs: {
      shown:
        'What a license key of the plan contains: names with true, a number or a text; absent if there is nothing.',
      create:
        'What a license key of the plan contains, for programs that ask: at most 64 names with true, a number or a text; at most 2500 bytes as JSON.',
      update:
        'What a license key of the plan contains, which replaces all that was there: at most 64 names with true, a number or a text; at most 2500 bytes as JSON. `{}` clears it.',
    },
    example: { export: true, projects: 50, edition: 'pro' },
    console: {
      label: 'Entitlements',
      known: [],
      meaning: 'What the plan contains, for programs that ask: export = true, projects = 50.',
      placeholder: 'export = true',
      none: 'none',
    },
  },
  updates: {
    type: 'text',
    format: 'duration',
    maximum: 16,
    none: { called: 'no end', sentIn: CHANGED },
    docs: {
      shown:
        'For how long a license key gets new releases, from when its time begins: an ISO 8601 duration; absent if for ever.',
      create:
        'For how long a license key gets new releases, from when its time begins: an ISO 8601 duration of years, months and days, or of weeks. What was released until then may be used for ever. All releases may if it is left out or empty.',
      update:
        'For how long a license key gets new releases, from when its time begins: an ISO 8601 duration of years, months and days, or of weeks. Empty: for ever. Keys that have begun keep their `updatesUntil`.',
    },
    example: 'P1Y',
    console: {
      label: 'Updates for',
      known: [],
      meaning: 'How long a key covers new releases; it may use those for ever. Empty: all of them.',
      placeholder: 'P1Y',
      none: 'for ever',
    },
  },
  meters: {
    type: 'meters',
    none: { called: 'none', sentIn: CHANGED },
    docs: {
      shown:
        'What is counted of the uses of a license key: names with a limit, a period and an overage in percent; absent if nothing is.',
      create:
        'What is counted of the uses of a license key: at most 16 names, each with a `limit` of 0 to 1000000000 uses in a `period` (`day` or `month` by the calendar in UTC, `monthFromFirstUse`, or `total`), and perhaps an `overage` of up to 1000 percent of the limit.',
      update:
        'What is counted of the uses of a license key, which replaces all that was there: at most 16 names, each with a `limit` of 0 to 1000000000 uses in a `period` (`day` or `month` by the calendar in UTC, `monthFromFirstUse`, or `total`), and perhaps an `overage` of up to 1000 percent of the limit. `{}` clears it; what was counted stays.',
    },
    example: { exports: { limit: 500, period: 'month', overage: 10 } },
    console: {
      label: 'Meters',
      known: [],
      meaning: 'Which uses of a key are counted, and up to what limit: exports = 500 a month.',
      placeholder: 'exports = 500 a month',
      none: 'none',
    },
  },
  portalReleases: {
    type: 'integer',
    minimum: 1,
    maximum: 1000,
    none: { called: 'as PORTAL_RELEASES says', sentIn: CHANGED },
    docs: {
      shown:
        'How many devices of a license key its customer may release in the portal in 30 days; absent for as many as `PORTAL_RELEASES` says.',
      create:
        'How many devices of a license key its customer may release in the portal in 30 days, 1 to 1000; as many as `PORTAL_RELEASES` says if it is left out or 0.',
      update:
        'How many devices of a license key its customer may release in the portal in 30 days, 1 to 1000. 0: as many as `PORTAL_RELEASES` says.',
    },
    example: 5,
    console: {
      label: 'Releases in the portal',
      known: [],
      meaning: 'How many devices of a key its customer may release in 30 days.',
      placeholder: 'as set for all plans',
      none: 'as set for all plans',
    },
  },
  metadata: METADATA,
  createdAt: {
    type: 'time',
    docs: { shown: 'When the plan was created, in milliseconds since the Unix epoch.' },
    example: 1767225600000,
    console: { label: 'Created', known: [] },
  },
} as const satisfies Fields;
